"""What every request has, whatever its kind: who sent it and when, its reference, status and flags."""
