"""The ingredients of the draft: what each contains, and how it is bought."""
