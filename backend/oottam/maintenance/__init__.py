"""Operations: metrics, housekeeping, backup, restore, migrations forward and back."""
