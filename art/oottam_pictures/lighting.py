"""The studio: a soft dome and three lamps, or, for steel and plates on cloth, one low window from the side."""

import bpy
from mathutils import Vector

WINDOW = ((-3.8, 2.9, 4.0), (0, 0, 0.3), 1.7, 620, (1, 0.95, 0.87))
FILL = ((4.2, -2.6, 3.2), (0, 0, 0.3), 4.0, 60, (1, 0.97, 0.95))
RIM = ((1.8, 4.0, 1.9), (0, 0, 0.4), 2.2, 120, (1, 0.96, 0.9))
LOW_WINDOW = ((-4.6, 1.3, 2.7), (0, 0, 0.2), 1.9, 640, (1, 0.96, 0.9))
# the strength of the dome, and the lamps
LIGHTS = {"studio": (0.66, (WINDOW, FILL, RIM)), "side": (0.4, (LOW_WINDOW,))}


def light_studio(light="studio", stage=1.0):
    """Light the scene by LIGHTS; `stage` scales the set-up for wide scenes (energy by its square)."""
    strength, lamps = LIGHTS[light]
    _dome(strength)
    for lamp in lamps:
        _area(*lamp, stage)


def _dome(strength):
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
    background.inputs["Strength"].default_value = strength


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
