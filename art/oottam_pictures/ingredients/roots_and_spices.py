"""Ginger, turmeric and other whole spices that stand beside a drink or on top of a dish."""

import numpy as np
from numpy.random import RandomState

from ..blender import mesh
from ..colour import linear, mix, ramp
from ..materials import food
from ..meshes import disc, grid, join, rounded_box, sphere, tube
from ..noise import fractal
from ..registry import ingredient
from .surfaces import dry, juicy_flesh, matte, powdery, wet


@ingredient
def ginger(seed, colour="#D9B67E", second="#A87C48", radius=0.15):
    """Knobby root of ginger, or of turmeric by its colours."""
    rng = RandomState(seed)
    knobs = [((0, 0, 0), 1.5), ((0.17, 0.04, 0.02), 1.1), ((-0.16, -0.03, 0), 1.15)]
    knobs += [((0.06, 0.15, 0.02), 0.9), ((-0.1, 0.14, 0.01), 0.75), ((0.2, -0.1, 0), 0.7)]
    parts = []
    for k, (middle, stretch) in enumerate(knobs):
        vertices, faces = sphere(24, 16)
        grain = fractal(vertices * 1.8 + seed * 5 + k, seed + k)
        turn = np.arctan2(middle[1], middle[0] + 1e-6)
        shape = vertices * np.array([stretch, 0.62, 0.6]) * radius * (1 + 0.16 * grain)[:, None] * 0.75
        spun = shape.copy()
        spun[:, 0] = shape[:, 0] * np.cos(turn) - shape[:, 1] * np.sin(turn)
        spun[:, 1] = shape[:, 0] * np.sin(turn) + shape[:, 1] * np.cos(turn)
        rings = np.sin(vertices[:, 0] * 13 + rng.uniform(0, 6))
        colours = mix(linear(colour), linear(second), 0.35 + 0.6 * grain + 0.2 * (rings > 0.75))
        parts.append((spun + np.array(middle) * radius / 0.15, faces, colours))
    return mesh("ginger", *join(parts), matte())


@ingredient
def ginger_slice(seed, radius=0.1, thickness=0.03, colour="#F1DC94", rind="#B08A54"):
    """Slice of ginger or of fresh turmeric."""
    vertices, faces, reach, angle, _ = disc(radius, thickness, 12, 40)
    vertices[:, :2] *= (1 + 0.16 * np.sin(2 * angle + seed) + 0.08 * np.sin(3 * angle))[:, None]
    colours = ramp(reach, [(0, colour), (0.7, colour), (0.93, colour), (1, rind)])
    return mesh("gingerslice", vertices, faces, colours, wet())


@ingredient
def cinnamon(seed, length=0.5, radius=0.05):
    """Cinnamon stick: two rolls side by side."""
    t = np.linspace(0, 1, 12)
    parts = []
    for side in (-1, 1):
        path = np.stack([(t - 0.5) * length, side * radius * 0.8 + 0 * t, 0 * t], 1)
        vertices, faces = tube(path, radius, 14)
        grain = fractal(vertices * np.array([3, 20, 20]) + seed, seed)
        parts.append((vertices, faces, mix(linear("#9A5A2E"), linear("#6A3618"), 0.4 + grain)))
    return mesh("cinnamon", *join(parts), dry())


@ingredient
def cardamom(seed, length=0.13, colour="#9DB062"):
    """Green cardamom pod."""
    vertices, faces = sphere(24, 14)
    angle = np.arctan2(vertices[:, 2], vertices[:, 1])
    ridge = 1 + 0.10 * np.cos(3 * angle)
    shape = vertices * np.array([1, 0.42, 0.42]) * length
    shape[:, 1:] *= ridge[:, None]
    grain = fractal(vertices * np.array([1, 9, 9]), seed)
    return mesh("cardamom", shape, faces, mix(linear(colour), linear("#6F8A3E"), 0.4 + grain), matte())


@ingredient
def saffron(seed, length=0.13):
    """Thread of saffron."""
    bend = RandomState(seed).uniform(-0.05, 0.05, 2)
    t = np.linspace(0, 1, 9)
    path = np.stack([(t - 0.5) * length, bend[0] * np.sin(3 * t), 0.012 + bend[1] * 0.2 * np.sin(4 * t)], 1)
    return mesh("saffron", *tube(path, 0.007 + 0.006 * t, 6), linear("#B8240E"), wet())


@ingredient
def peppercorn(seed, radius=0.032):
    """Black peppercorn."""
    vertices, faces = sphere(16, 10)
    grain = fractal(vertices * 4 + seed, seed)
    colours = mix(linear("#2A211C"), linear("#5A4738"), 0.4 + grain)
    return mesh("peppercorn", vertices * (radius * (1 + 0.25 * grain))[:, None], faces, colours, dry())


@ingredient
def coffee_bean(seed, radius=0.085):
    """Roasted coffee bean."""
    vertices, faces = sphere(26, 16)
    groove = np.exp(-((vertices[:, 1] - 0.12 * np.sin(vertices[:, 0] * 3)) ** 2) / 0.008) * (vertices[:, 2] > 0)
    shape = vertices * np.array([1.25, 0.88, 0.62]) * radius
    shape[:, 2] -= groove * radius * 0.3
    colours = mix(linear("#4A2614"), linear("#1E0E08"), groove + 0.3 * fractal(vertices * 3, seed))
    return mesh("coffeebean", shape, faces, colours, wet())


@ingredient
def jaggery(seed, half=0.13, colour="#B0702E", second="#7E4318"):
    """Broken lump of jaggery (or of chocolate by its colours)."""
    rng = RandomState(seed)
    vertices, faces = rounded_box(half * rng.uniform(0.8, 1.2), half, half * rng.uniform(0.6, 0.85), 16, 5)
    grain = fractal(vertices * 9 + seed * 3, seed, 4)
    colours = mix(linear(colour), linear(second), 0.4 + grain)
    return mesh("jaggery", vertices * (1 + 0.2 * grain)[:, None], faces, colours, wet())


@ingredient
def raisin(seed, radius=0.06, colour="#7A4A22"):
    """Raisin, golden or dark."""
    vertices, faces = sphere(24, 16)
    grain = fractal(vertices * np.array([1.5, 5, 5]) + seed * 3, seed, 4)
    shape = vertices * np.array([1.3, 0.85, 0.75]) * (radius * (1 + 0.35 * grain))[:, None]
    colours = mix(linear(colour), linear(colour) * 0.45, 0.4 + grain)
    return mesh("raisin", shape, faces, colours, juicy_flesh())


@ingredient
def pistachio(seed, radius=0.07):
    """Shelled pistachio."""
    vertices, faces = sphere(20, 12)
    grain = fractal(vertices * 3 + seed, seed)
    colours = mix(linear("#A9B85A"), linear("#7A5A5E"), 0.2 + 1.2 * grain)
    return mesh("pistachio", vertices * np.array([1.4, 0.75, 0.7]) * radius, faces, colours, matte())


@ingredient
def amla(seed, radius=0.15):
    """Indian gooseberry: pale green with six fine lines."""
    vertices, faces = sphere(40, 24)
    angle = np.arctan2(vertices[:, 1], vertices[:, 0])
    line = np.exp(-((np.sin(3 * angle)) ** 2) / 0.01)
    shape = vertices * radius * np.array([1, 1, 0.86])
    shape *= (1 - 0.05 * line)[:, None]
    colours = mix(linear("#B4C356"), linear("#D6DC8C"), 0.4 + fractal(vertices * 2, seed))
    material = food("amla", roughness=0.2, subsurface=0.6, depth=0.2, radius=(1, 0.9, 0.4), bump=None, coat=0.4)
    return mesh("amla", shape, faces, mix(colours, linear("#8FA43E"), 0.5 * line), material)


@ingredient
def jackfruit_pod(seed, length=0.24, colour="#F2B82E"):
    """Golden bulb of jackfruit, split along one side."""
    vertices, faces = sphere(40, 24)
    x = vertices[:, 0]
    shape = vertices * np.array([1, 0.58, 0.5]) * length
    shape[:, 1:] *= (1 - 0.35 * x)[:, None]
    split = np.exp(-(vertices[:, 1] ** 2) / 0.02) * (vertices[:, 2] > 0) * (x > -0.6)
    shape[:, 2] -= split * 0.12 * length
    grain = fractal(vertices * np.array([1.5, 6, 6]) + seed, seed)
    colours = mix(mix(linear(colour), linear("#F8D05A"), 0.4 + grain), linear("#D98E1E"), split * 0.8)
    return mesh("jackfruit", shape, faces, colours, juicy_flesh())


@ingredient
def peanut_shell(seed, length=0.22):
    """Peanut in its shell."""
    vertices, faces = sphere(40, 24)
    x = vertices[:, 0]
    shape = vertices * np.array([1, 0.5, 0.48]) * length
    shape[:, 1:] *= (1 - 0.32 * np.exp(-(x**2) / 0.06))[:, None]
    angle = np.arctan2(vertices[:, 2], vertices[:, 1])
    net = np.clip(np.abs(np.sin(angle * 5)) ** 6 + np.abs(np.sin(x * 11)) ** 8, 0, 1)
    shape *= (1 - 0.03 * net)[:, None]
    colours = mix(
        mix(linear("#D8B07A"), linear("#C0945A"), 0.4 + fractal(vertices * 4, seed)), linear("#9A6E3C"), net * 0.5
    )
    return mesh("peanutshell", shape, faces, colours, dry())


@ingredient
def speck(seed, colour="#8A3A16", radius=0.014):
    """Crumb of a coarse powder: podi, pepper, spice."""
    vertices, faces = sphere(7, 5)
    grain = fractal(vertices * 2 + seed * 3, seed)
    return mesh(
        f"speck{colour}", vertices * (radius * (1 + 0.5 * grain))[:, None], faces, linear(colour), powdery()
    )


@ingredient
def twig(seed, length=0.5, radius=0.022, colour="#7A4A2A"):
    """Dry root, as nannari (sarsaparilla) or liquorice."""
    bend = RandomState(seed).uniform(-0.08, 0.08)
    t = np.linspace(0, 1, 16)
    path = np.stack([(t - 0.5) * length, bend * np.sin(5 * t), 0.02 * np.sin(4 * t)], 1)
    vertices, faces = tube(path, radius * (1 + 0.15 * np.sin(t * 30)), 9)
    colours = mix(linear(colour), linear("#4E2C18"), 0.4 + fractal(vertices * 12, seed))
    return mesh("twig", vertices, faces, colours, dry())


@ingredient
def powder(seed, radius=0.3, colour="#5A2E1A"):
    """Heap of ground spice or cocoa."""
    u, v, faces = grid(46, 120)
    angle = v * 2 * np.pi
    grain = fractal(np.stack([np.cos(angle) * u * 5, np.sin(angle) * u * 5, u * 0 + seed], 1), seed, 4)
    reach = radius * u * (1 + 0.14 * grain)
    height = radius * 0.62 * (1 - u) ** 1.25 * (1 + 0.5 * grain) + 0.004
    shape = np.stack([reach * np.cos(angle), reach * np.sin(angle), height], 1)
    return mesh("powder", shape, faces, mix(linear(colour), linear(colour) * 0.62, 0.35 + 1.2 * grain), powdery())


@ingredient
def tamarind(seed, length=0.7, radius=0.075):
    """Tamarind pod: a brittle brown shell that swells over each seed."""
    t = np.linspace(0, 1, 90)
    bend = (t - 0.5) * (1.5 + 0.2 * seed)
    path = np.stack([np.sin(bend), 1 - np.cos(bend), t * 0], 1) * length * 0.62
    width = radius * (0.82 + 0.2 * np.abs(np.sin(t * np.pi * 5))) * np.sin(np.pi * np.clip(t, 0.02, 0.98)) ** 0.3
    vertices, faces = tube(path, width, 26)
    grain = fractal(vertices * 16 + seed, seed, 4)
    colours = mix(linear("#A87848"), linear("#6E4522"), 0.45 + 1.2 * grain)
    return mesh("tamarind", vertices * np.array([1, 1, 0.8]), faces, colours, dry())
