"""Status pages for customers: the link is the only credential."""

PAGES = (
    "again",
    "ask",
    "paid",
    "plan",
    "reminders",
    "start",
)  # below the status page, each with a form
