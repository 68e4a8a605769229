"""What the owner asks of days gone by: money, requests, meals, dishes, customers, waiting."""
