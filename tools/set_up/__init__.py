"""Brings parts of a checkout up to date: `tools/set-up.sh PART...`. Needs nothing but Python 3.11 or 3.13.

Each part holds a stamp that says what it was made from. The stamp is taken away before anything is
changed, and written when all is done: a folder without one was interrupted, and is made anew. One
call at a time works in a checkout; a second one waits.
"""
