mag_mem_port.v
