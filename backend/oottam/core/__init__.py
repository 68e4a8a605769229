"""Plain building blocks without Django: strict JSON, money, phone numbers, replies, the SQLite driver."""
