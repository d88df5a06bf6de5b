// Our own tops have no pins beyond the contract.
