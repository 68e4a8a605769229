"""Renders the dish pictures of Oottam with Blender's Cycles, from declarative descriptions."""
