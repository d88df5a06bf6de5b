// The port as its project has it; sp_fifo is the version for the vendor's parts.
../serial_port/mag_mem_port.v
../serial_port/sp_read.v
../serial_port/sp_write.v
../serial_port/sp_emit.v
sp_fifo.v

// What stands in for the vendor's library: modules are found here by name.
-y stubs
