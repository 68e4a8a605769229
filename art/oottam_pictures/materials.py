"""Cycles materials: one template for food, and glass, ceramic, wood, metal."""

import bpy

from .blender import MATERIALS
from .colour import linear


def _new(name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    MATERIALS[name] = material
    return material, material.node_tree


def _principled(tree):
    return next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")


def _map_range(tree, source, low, high, start=0.0, end=1.0):
    node = tree.nodes.new("ShaderNodeMapRange")
    node.inputs["From Min"].default_value = start
    node.inputs["From Max"].default_value = end
    node.inputs["To Min"].default_value = low
    node.inputs["To Max"].default_value = high
    tree.links.new(source, node.inputs["Value"])
    return node.outputs[0]


def _noise(tree, scale, detail):
    coordinates = tree.nodes.new("ShaderNodeTexCoord")
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    tree.links.new(coordinates.outputs["Object"], noise.inputs["Vector"])
    return noise


def _hue_saturation(tree, colour, **inputs):
    node = tree.nodes.new("ShaderNodeHueSaturation")
    tree.links.new(colour, node.inputs["Color"])
    for name, value in inputs.items():
        if isinstance(value, (int, float)):
            node.inputs[name].default_value = value
        else:
            tree.links.new(value, node.inputs[name])
    return node.outputs["Color"]


def _base_colour(tree, variation, hue, mottle, mottle_scale):
    """Vertex colour, varied per object and mottled."""
    attribute = tree.nodes.new("ShaderNodeAttribute")
    attribute.attribute_name = "Col"
    chance = tree.nodes.new("ShaderNodeObjectInfo").outputs["Random"]
    colour = _hue_saturation(
        tree,
        attribute.outputs["Color"],
        Value=_map_range(tree, chance, 1 - variation, 1 + variation),
        Hue=_map_range(tree, chance, 0.5 - hue, 0.5 + hue),
    )
    if mottle:
        noise = _noise(tree, mottle_scale, 4)
        value = _map_range(tree, noise.outputs[0], 1 - mottle, 1 + mottle * 0.6, 0.3, 0.7)
        colour = _hue_saturation(tree, colour, Value=value)
    return colour


def _bump(tree, shader, scale, strength):
    noise = _noise(tree, scale, 5)
    node = tree.nodes.new("ShaderNodeBump")
    node.inputs["Strength"].default_value = strength * 4
    node.inputs["Distance"].default_value = 0.01
    tree.links.new(noise.outputs[0], node.inputs["Height"])
    tree.links.new(node.outputs[0], shader.inputs["Normal"])


def _let_light_through(tree, shader, colour, share):
    """Mix in a translucent lobe (leaves, coconut)."""
    output = next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL")
    lobe = tree.nodes.new("ShaderNodeBsdfTranslucent")
    blend = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(_hue_saturation(tree, colour, Value=1.6, Saturation=1.1), lobe.inputs["Color"])
    blend.inputs[0].default_value = share
    tree.links.new(shader.outputs[0], blend.inputs[1])
    tree.links.new(lobe.outputs[0], blend.inputs[2])
    tree.links.new(blend.outputs[0], output.inputs["Surface"])


def food(
    name,
    *,
    roughness=0.42,
    subsurface=0.25,
    radius=(1.0, 0.45, 0.25),
    depth=0.06,
    bump=(60, 0.08),
    coat=0.0,
    transmission=0.0,
    variation=0.10,
    specular=0.5,
    translucency=0.0,
    metallic=0.0,
    hue=0.012,
    mottle=0.0,
    mottle_scale=12,
    sheen=0.0,
):
    """Material painted by vertex colour; made once per picture and name. `bump` is (scale, strength)."""
    if name in MATERIALS:
        return MATERIALS[name]
    material, tree = _new(name)
    shader = _principled(tree)
    colour = _base_colour(tree, variation, hue, mottle, mottle_scale)
    tree.links.new(colour, shader.inputs["Base Color"])
    settings = {
        "Roughness": roughness,
        "Subsurface Weight": subsurface,
        "Subsurface Radius": radius,
        "Subsurface Scale": depth,
        "Coat Weight": coat,
        "Coat Roughness": 0.08,
        "Transmission Weight": transmission,
        "Specular IOR Level": specular,
        "Metallic": metallic,
        "IOR": 1.45,
        "Sheen Weight": sheen,
    }
    for setting, value in settings.items():
        shader.inputs[setting].default_value = value
    if bump:
        _bump(tree, shader, *bump)
    if translucency:
        _let_light_through(tree, shader, colour, translucency)
    return material


def glass(name="glass", colour="#ffffff", roughness=0.0, tint=0.98):
    """Glass that is plainly transparent to shadow and diffuse rays: no black shadows below it."""
    if name in MATERIALS:
        return MATERIALS[name]
    material, tree = _new(name)
    tree.nodes.clear()
    rgba = (*(linear(colour) * tint), 1)
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    refracting = tree.nodes.new("ShaderNodeBsdfGlass")
    refracting.inputs["IOR"].default_value = 1.45
    refracting.inputs["Roughness"].default_value = roughness
    refracting.inputs["Color"].default_value = rgba
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    clear.inputs["Color"].default_value = rgba
    ray = tree.nodes.new("ShaderNodeLightPath")
    either = tree.nodes.new("ShaderNodeMath")
    either.operation = "MAXIMUM"
    tree.links.new(ray.outputs["Is Shadow Ray"], either.inputs[0])
    tree.links.new(ray.outputs["Is Diffuse Ray"], either.inputs[1])
    blend = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(either.outputs[0], blend.inputs[0])
    tree.links.new(refracting.outputs[0], blend.inputs[1])
    tree.links.new(clear.outputs[0], blend.inputs[2])
    tree.links.new(blend.outputs[0], output.inputs["Surface"])
    return material


def ceramic(colour, speckled=True, roughness=0.35, coat=0.35):
    """Glazed stoneware of one colour ('#rrggbb'), speckled unless told otherwise."""
    name = f"ceramic{colour}{speckled}"
    if name in MATERIALS:
        return MATERIALS[name]
    material, tree = _new(name)
    shader = _principled(tree)
    base = linear(colour)
    speck = base * 0.35 + linear("#5a3a22") * 0.3 if speckled else base
    dots = tree.nodes.new("ShaderNodeValToRGB")
    low, high = dots.color_ramp.elements
    low.position, low.color = 0.27, (*speck, 1)
    high.position, high.color = 0.31, (*base, 1)
    tree.links.new(_noise(tree, 34, 2).outputs[0], dots.inputs[0])
    shade = _map_range(tree, _noise(tree, 3, 2).outputs[0], 0.9, 1.06)
    tree.links.new(_hue_saturation(tree, dots.outputs[0], Value=shade), shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.15
    return material


def wood(light="#C99B66", dark="#8A5A30"):
    """Wood with its grain along x."""
    name = f"wood{light}"
    if name in MATERIALS:
        return MATERIALS[name]
    material, tree = _new(name)
    shader = _principled(tree)
    noise = _noise(tree, 2.2, 8)
    noise.inputs["Distortion"].default_value = 1.2
    stretch = tree.nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value = (0.8, 7, 7)
    tree.links.new(noise.inputs["Vector"].links[0].from_socket, stretch.inputs[0])
    tree.links.new(stretch.outputs[0], noise.inputs["Vector"])
    stripes = tree.nodes.new("ShaderNodeValToRGB")
    low, high = stripes.color_ramp.elements
    low.position, low.color = 0.3, (*linear(dark), 1)
    high.position, high.color = 0.68, (*linear(light), 1)
    tree.links.new(noise.outputs[0], stripes.inputs[0])
    tree.links.new(stripes.outputs[0], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.5
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = 0.25
    bump.inputs["Distance"].default_value = 0.02
    tree.links.new(noise.outputs[0], bump.inputs["Height"])
    tree.links.new(bump.outputs[0], shader.inputs["Normal"])
    return material


def metal(name, roughness=0.26, bump=None):
    """Polished metal, coloured by vertex colour."""
    return food(f"metal-{name}", roughness=roughness, subsurface=0, bump=bump, metallic=1.0, variation=0, hue=0)
