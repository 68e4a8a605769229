"""The thin layer over bpy: an empty scene, meshes with vertex colours, placed objects."""

import bpy
import numpy as np
from mathutils import Euler, Matrix

MATERIALS = {}
INGREDIENT_MESHES = {}


def reset():
    """Forget the previous picture: scene, materials, meshes."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    MATERIALS.clear()
    INGREDIENT_MESHES.clear()


def mesh(name, vertices, faces, colours=None, material=None, smooth=True):
    """Make a mesh datablock; `colours` are linear RGB rows (or one colour) in attribute 'Col'."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(v) for v in vertices], [], [tuple(f) for f in faces])
    if colours is not None:
        colours = np.asarray(colours, float)
        if colours.ndim == 1 or len(colours) == 1:
            colours = np.tile(np.atleast_2d(colours), (len(vertices), 1))
        rgba = np.hstack([np.clip(colours, 0, 1), np.ones((len(colours), 1))])
        attribute = data.color_attributes.new("Col", "FLOAT_COLOR", "POINT")
        attribute.data.foreach_set("color", rgba.astype(np.float32).ravel())
    if smooth:
        data.polygons.foreach_set("use_smooth", np.ones(len(data.polygons), bool))
    if material:
        data.materials.append(material)
    data.update()
    return data


def place(data, location=(0, 0, 0), matrix=None, scale=1.0):
    """Put a mesh datablock into the scene."""
    item = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(item)
    if matrix is not None:
        item.matrix_world = matrix
    else:
        item.location = location
        item.scale = (scale,) * 3
    return item


def build(vertices, faces, colours, material, **where):
    """Make a mesh and place it at once."""
    return place(mesh("part", vertices, faces, colours, material), **where)


def pose(x=0.0, y=0.0, z=0.0, angles=(0, 0, 0), scale=1.0):
    """Matrix that scales, turns (Euler radians) and then moves."""
    return Matrix.Translation((x, y, z)) @ Euler(angles).to_matrix().to_4x4() @ Matrix.Scale(scale, 4)


def transform_new(before, matrix):
    """Move every object that is not in the set `before` by `matrix`."""
    bpy.context.view_layer.update()
    for item in set(bpy.data.objects) - before:
        item.matrix_world = matrix @ item.matrix_world


def objects():
    """The set of objects at this moment."""
    return set(bpy.data.objects)
