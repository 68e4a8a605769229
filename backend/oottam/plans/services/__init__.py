"""Actions of the desk on plans and days."""
