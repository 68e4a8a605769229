"""What happens on which day of a month: events, appointments, plans that start and end, closed days."""
