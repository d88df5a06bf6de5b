other.v
