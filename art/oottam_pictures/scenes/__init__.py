"""Scenes: several dishes on one table, and single dishes seen by another camera."""

from . import gallery, tables


def all_scenes():
    """{picture name: description} of every scene."""
    return tables.SCENES | gallery.SCENES
