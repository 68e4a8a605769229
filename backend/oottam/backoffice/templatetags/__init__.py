"""Tags of the staff's templates."""
