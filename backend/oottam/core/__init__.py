"""Building blocks of all apps: strict JSON, money, phone numbers, responses, database access."""
