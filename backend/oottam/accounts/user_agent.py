"""Coarse browser names from the User-Agent header, for the list of one's own sessions."""

# The first match counts: most browsers name others as well.
_NAMES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
_MAX_LENGTH = 500  # characters


def describe_browser(user_agent: str) -> str:
    """Return e.g. "Firefox on Android"; "Another browser" for an unknown one."""
    header = user_agent[:_MAX_LENGTH]
    name = next((name for part, name in _NAMES if part in header), "Another browser")
    system = next((system for part, system in _SYSTEMS if part in header), "")
    return f"{name} on {system}" if system else name
