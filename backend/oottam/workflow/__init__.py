"""What staff add to a request from new to completed: details, notes, money, appointments, messages."""
