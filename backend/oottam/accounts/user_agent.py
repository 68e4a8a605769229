"""What a browser is called, from what it says of itself: coarse on purpose, for people who look at their sessions."""

# The first that stands in the text counts: most browsers name others as well.
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
_SEEN = 500  # characters of it that are looked at


def browser(user_agent: str) -> str:
    """As "Firefox on Android"; "Another browser" where nothing is recognised."""
    said = user_agent[:_SEEN]
    name = next((name for part, name in _NAMES if part in said), "Another browser")
    system = next((system for part, system in _SYSTEMS if part in said), "")
    return f"{name} on {system}" if system else name
