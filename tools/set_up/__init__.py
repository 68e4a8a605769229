"""Brings parts of a checkout up to date: `tools/set-up.sh PART...`. Needs only Python 3.11 or 3.13.

Each part has a stamp file with a digest of its sources. The stamp is removed before a change and written
after it, so a folder without a stamp is incomplete and is made anew. One call at a time works in a
checkout; a second one waits.
"""
