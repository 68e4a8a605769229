"""Personal data: lookup, export, erasure and retention."""
