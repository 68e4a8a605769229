"""Whether a shop of three years is as quick as one of three months, pruned and not pruned."""
