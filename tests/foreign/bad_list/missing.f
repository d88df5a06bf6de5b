// The next line names a file that is there, the one after it does not.

other.v
rtl/lost.v
