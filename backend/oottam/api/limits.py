"""Size limits of requests."""

MAX_BODY = 256 * 1024  # bytes
MAX_NESTING = 32  # objects and lists inside each other
MAX_NUMBER_LENGTH = 30  # characters
MAX_KEY_LENGTH = 200  # characters of an Idempotency-Key
MAX_ENTRIES = 200  # of a list; all menus together have some 400 dishes, one of them fewer than that
MAX_UNKNOWN_FIELDS = 50  # names of unknown fields kept with a request
MAX_UNKNOWN_FIELD_LENGTH = 100  # characters of such a name
