"""The words of a description. Nothing here needs Blender."""


def item(name, count=1, **options):
    """`count` pieces of an ingredient; options are its look and how it is placed (see
    servings.PLACEMENT)."""
    return {"name": name, "count": count, **options}


def as_list(entries):
    """A single item where several may stand."""
    return entries if isinstance(entries, list) else [entries]
