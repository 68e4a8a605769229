"""Load tests: concurrent, slow and non-reading clients."""
