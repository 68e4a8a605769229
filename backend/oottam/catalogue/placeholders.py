"""Names in braces that a shop's texts may contain."""

import difflib
import re
from collections.abc import Sequence

PLACEHOLDER = re.compile(r"\{([^{}\n]*)\}")


def unknown_placeholder(text: str, known: Sequence[str]) -> str:
    """Return a sentence on the first placeholder of `text` that is not `known`; "" for none."""
    for name in PLACEHOLDER.findall(text):
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.5)
            names = ", ".join(f"{{{known_name}}}" for known_name in known)
            hint = f"Did you mean {{{near[0]}}}?" if near else f"Known are {names}."
            return f"{{{name}}} is not known here. {hint}"
    return ""
