"""The studio: a soft dome, a window behind on the left, a fill and a rim light."""

import bpy
from mathutils import Vector

WINDOW = ((-3.8, 2.9, 4.0), (0, 0, 0.3), 1.7, 620, (1, 0.95, 0.87))
FILL = ((4.2, -2.6, 3.2), (0, 0, 0.3), 4.0, 60, (1, 0.97, 0.95))
RIM = ((1.8, 4.0, 1.9), (0, 0, 0.4), 2.2, 120, (1, 0.96, 0.9))


def light_studio(stage=1.0):
    """Light the scene; `stage` scales the set-up for wide scenes (energy by its square)."""
    _dome()
    for lamp in (WINDOW, FILL, RIM):
        _area(*lamp, stage)


def _dome():
    world = bpy.data.worlds.new("dome")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    background = next(node for node in tree.nodes if node.type == "BACKGROUND")
    coordinates = tree.nodes.new("ShaderNodeTexCoord")
    split = tree.nodes.new("ShaderNodeSeparateXYZ")
    height = tree.nodes.new("ShaderNodeMapRange")
    height.inputs["From Min"].default_value = -0.3
    sky = tree.nodes.new("ShaderNodeValToRGB")
    low, high = sky.color_ramp.elements
    low.position, low.color = 0, (0.62, 0.58, 0.53, 1)
    high.position, high.color = 1, (1, 0.975, 0.94, 1)
    tree.links.new(coordinates.outputs["Generated"], split.inputs[0])
    tree.links.new(split.outputs["Z"], height.inputs["Value"])
    tree.links.new(height.outputs[0], sky.inputs[0])
    tree.links.new(sky.outputs[0], background.inputs["Color"])
    background.inputs["Strength"].default_value = 0.66


def _area(location, target, size, energy, colour, stage):
    location = tuple(value * stage for value in location)
    lamp = bpy.data.lights.new("area", "AREA")
    lamp.energy = energy * stage**2
    lamp.color = colour
    lamp.size = size * stage
    item = bpy.data.objects.new("area", lamp)
    bpy.context.scene.collection.objects.link(item)
    item.location = location
    item.rotation_euler = (Vector(target) - Vector(location)).to_track_quat("-Z", "Y").to_euler()
