"""What a picture was made from: a digest of its description and of all code that it can reach.

The reach is read from the sources, not run: starting from the names in the description, every
definition whose name occurs in a definition already reached is reached too. Layout, comments and
docstrings do not count. Of a dictionary constant only the entries whose key is named count, so that
a new colour in a palette does not send every picture back to the renderer.
"""

import ast
import fcntl
import functools
import hashlib
import json
from pathlib import Path

PACKAGE = Path(__file__).parent
SCENE_DESCRIPTIONS = {"tables.py", "gallery.py", "layout.py"}
TURN = PACKAGE.parent / ".lock"
IGNORED = {
    *("__main__.py", "cache.py", "catalogue.py", "check.py", "finish.py", "photos.py", "pictures.py", "sheet.py"),
}


class _Names(ast.NodeVisitor):
    """Identifiers and strings that occur in a piece of code."""

    def __init__(self):
        self.found = set()

    def visit_Name(self, node):
        self.found.add(node.id)

    def visit_Attribute(self, node):
        self.found.add(node.attr)
        self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.found.add(node.value)


def _definition(node):
    """(source without docstrings, names in it)."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(inner, clean=False):
            inner.body = inner.body[1:] or [ast.Pass()]
    names = _Names()
    names.visit(node)
    return ast.dump(node), frozenset(names.found)


def _top_level(tree):
    """(name, node) of every definition of a module; dictionary entries stand for themselves."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if isinstance(node.value, ast.Dict):
                for key, value in zip(node.value.keys, node.value.values, strict=True):
                    if isinstance(key, ast.Constant):
                        yield key.value, value
            else:
                yield node.targets[0].id, node


@functools.cache
def _definitions():
    """{name: [(source, names in it), ...]} over the whole package, descriptions left out."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name in IGNORED or path.parent.name == "dishes" or path.name in SCENE_DESCRIPTIONS:
            continue
        for name, node in _top_level(ast.parse(path.read_text())):
            found.setdefault(name, []).append(_definition(node))
    return found


def _strings(value):
    """All strings inside a description."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*({key} | _strings(inner) for key, inner in value.items() if isinstance(key, str)))
    if isinstance(value, list | tuple):
        return set().union(*map(_strings, value)) if value else set()
    return set()


def digest(description):
    """Hex digest that changes when the description or any code behind it changes."""
    definitions = _definitions()
    entry = "photograph_scene" if "scene" in description else "photograph"
    waiting = _strings(description) | {entry}
    reached, sources = set(), []
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        for source, names in definitions.get(name, ()):
            sources.append(source)
            waiting |= names - reached
    text = json.dumps(description, sort_keys=True) + "".join(sorted(sources))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Ledger:
    """A committed JSON file about finished pictures: {key: text}, sorted by key."""

    def __init__(self, path):
        self.path = Path(path)

    def read(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}

    def record(self, key, value):
        """Note one finished picture; two processes may render side by side, so one waits for the other."""
        with TURN.open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            entries = self.read() | {key: value}
            part = self.path.with_name(f".{self.path.name}.part")
            part.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n")
            part.replace(self.path)
