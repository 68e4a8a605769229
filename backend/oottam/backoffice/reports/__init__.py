"""The owner's reports on past days: money, requests, meals, dishes, customers, waiting times."""
