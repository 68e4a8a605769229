"""Takes the eight calls in: strict parse, typed form, domain, one stored request, one reply."""
