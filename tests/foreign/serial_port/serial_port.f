tests/foreign/serial_port/sp_fifo.v
tests/foreign/serial_port/sp_read.v
tests/foreign/serial_port/sp_write.v
tests/foreign/serial_port/sp_emit.v
tests/foreign/serial_port/mag_mem_port.v
