"""Demo data: a month of requests of all kinds in every state, to try the back office with.

All people are invented; their phone numbers are not assignable, their mailboxes are in example.com.
"""
