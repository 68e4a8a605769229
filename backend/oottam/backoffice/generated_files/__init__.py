"""Files that are made in the background: answered at once where they are ready within a second, else on a page of theirs."""
