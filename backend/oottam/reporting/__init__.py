"""What reports add up, day by day, and the sums of days that are over."""
