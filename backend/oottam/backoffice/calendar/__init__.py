"""The calendar: events, appointments, first and last days of plans, closed days."""
