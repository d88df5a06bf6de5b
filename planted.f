planted/mcs_rd_fetch.v
