"""Status pages for customers: the link is the only credential."""

PAGES = ("again", "ask", "plan", "reminders", "start")  # below the status page, each with a form
