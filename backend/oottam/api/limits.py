"""How large a request may be."""

LARGEST_BODY = 256 * 1024  # bytes
DEEPEST_NESTING = 32  # objects and lists inside each other
LONGEST_NUMBER = 30  # characters
LONGEST_KEY = 200  # characters of an Idempotency-Key
MOST_ENTRIES = (
    200  # of a list; all menus together have some 400 dishes, one of them fewer than that
)
MOST_NOTED_EXTRAS = 50  # names of unknown fields kept with a request
LONGEST_NOTED_EXTRA = 100  # characters of such a name
