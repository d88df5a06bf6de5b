/* A bank without a model: its symbol stays undefined and only the contract is checked. */
