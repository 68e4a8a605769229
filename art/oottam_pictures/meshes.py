"""Mesh primitives as (vertices (n, 3), faces) in the dish's unit: a dinner bowl has radius 1."""

import itertools
import math

import numpy as np
from mathutils import Euler


def sphere(segments=28, rings=16):
    """Unit sphere with poles on z."""
    theta = np.linspace(0, np.pi, rings + 1)[1:-1]
    phi = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    vertices = [(0, 0, 1)]
    for t in theta:
        vertices += [(math.sin(t) * math.cos(p), math.sin(t) * math.sin(p), math.cos(t)) for p in phi]
    vertices.append((0, 0, -1))
    faces = [(0, 1 + j, 1 + (j + 1) % segments) for j in range(segments)]
    for i in range(rings - 2):
        for j in range(segments):
            a = 1 + i * segments + j
            b = 1 + i * segments + (j + 1) % segments
            faces.append((a, a + segments, b + segments, b))
    last = len(vertices) - 1
    start = 1 + (rings - 2) * segments
    faces += [(last, start + (j + 1) % segments, start + j) for j in range(segments)]
    return np.array(vertices, float), faces


def _signed_volume(vertices, faces):
    """Positive when the faces look outwards (six times the volume)."""
    corners = np.array([f[:3] for f in faces] + [(f[0], f[2], f[3]) for f in faces if len(f) == 4])
    a, b, c = (vertices[corners[:, k]] for k in range(3))
    return (a * np.cross(b, c)).sum()


def _ring_faces(lower, upper, count):
    faces = []
    for j in range(count):
        k = (j + 1) % count
        if len(lower) == 1 and len(upper) == 1:
            continue
        if len(lower) == 1:
            faces.append((lower[0], upper[j], upper[k]))
        elif len(upper) == 1:
            faces.append((lower[j], upper[0], lower[k]))
        else:
            faces.append((lower[j], upper[j], upper[k], lower[k]))
    return faces


def lathe(profile, count=48):
    """Turn a profile [(radius, z), ...] about z; radius 0 closes a pole. Faces point outwards."""
    vertices, rings, faces = [], [], []
    for radius, z in profile:
        if radius < 1e-6:
            rings.append([len(vertices)])
            vertices.append((0, 0, z))
            continue
        rings.append(list(range(len(vertices), len(vertices) + count)))
        angles = 2 * np.pi * np.arange(count) / count
        vertices += [(radius * math.cos(a), radius * math.sin(a), z) for a in angles]
    for lower, upper in itertools.pairwise(rings):
        faces += _ring_faces(lower, upper, count)
    vertices = np.array(vertices, float)
    # Glass and liquid refract wrongly when the faces look inwards.
    if _signed_volume(vertices, faces) < 0:
        faces = [f[::-1] for f in faces]
    return vertices, faces


def rounded_box(half_x, half_y, half_z, cuts=9, power=7):
    """Box with rounded edges (p-norm ball); a higher power gives sharper edges."""
    vertices, faces, index = [], [], {}

    def vertex(point):
        """Index of a lattice point (coordinates 0..cuts) on the surface."""
        if point not in index:
            index[point] = len(vertices)
            vertices.append(point)
        return index[point]

    for axis in range(3):
        for side in (0, cuts):
            for i in range(cuts):
                for j in range(cuts):
                    corners = []
                    for u, v in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)):
                        point = [0, 0, 0]
                        point[axis], point[(axis + 1) % 3], point[(axis + 2) % 3] = side, u, v
                        corners.append(vertex(tuple(point)))
                    faces.append(tuple(corners) if side else tuple(corners[::-1]))
    cube = np.array(vertices, float) / cuts * 2 - 1
    norm = (np.abs(cube) ** power).sum(1) ** (1 / power)
    return cube / norm[:, None] * np.array([half_x, half_y, half_z]), faces


def grid(rows, columns):
    """Parameter sheet: flat arrays u and v in 0..1 (u by rows) and quad faces."""
    u, v = np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 1, columns), indexing="ij")
    faces = [
        (i * columns + j, (i + 1) * columns + j, (i + 1) * columns + j + 1, i * columns + j + 1)
        for i in range(rows - 1)
        for j in range(columns - 1)
    ]
    return u.ravel(), v.ravel(), faces


def disc(radius=1, thickness=0.1, rings=14, count=64, bevel=0.25):
    """Slice lying flat. Returns vertices, faces, radius 0..1, angle, side (+1 top, -1 bottom, 0 rim)."""
    edge = min(thickness * bevel, radius * 0.2)
    half = thickness / 2
    profile = [(q * (radius - edge), half) for q in np.linspace(0, 1, rings)]
    for q in (0.33, 0.66):
        turn = q * math.pi / 2
        profile.append((radius - edge + edge * math.sin(turn), half - edge + edge * math.cos(turn)))
    profile += [(radius, half - edge), (radius, 0), (radius, -half + edge), (radius - edge, -half), (0, -half)]
    vertices, faces = lathe(profile, count)
    reach = np.hypot(vertices[:, 0], vertices[:, 1]) / radius
    angle = np.arctan2(vertices[:, 1], vertices[:, 0])
    z = vertices[:, 2]
    side = np.where(z > half - edge * 0.6, 1, np.where(z < -half + edge * 0.5, -1, 0))
    return vertices, faces, reach, angle, side


def slab_between(top, thickness, faces, rows, columns):
    """Close a grid sheet `top` into a solid by repeating it `thickness` lower and walling the border."""
    bottom = top.copy()
    bottom[:, 2] = -thickness / 2
    border = [i * columns for i in range(rows)]
    border += [(rows - 1) * columns + j for j in range(1, columns)]
    border += [i * columns + columns - 1 for i in range(rows - 2, -1, -1)]
    border += list(range(columns - 2, 0, -1))
    count = len(top)
    closed = list(faces) + [tuple(i + count for i in f[::-1]) for f in faces]
    for p, q in zip(border, border[1:] + border[:1]):
        closed.append((p, p + count, q + count, q))
    return np.vstack([top, bottom]), closed


def join(parts):
    """Merge [(vertices, faces, colours), ...] into one; a single colour is spread over its part."""
    vertices, faces, colours, offset = [], [], [], 0
    for part, part_faces, colour in parts:
        colour = np.asarray(colour, float)
        if colour.ndim == 1 or len(colour) == 1:
            colour = np.tile(np.atleast_2d(colour), (len(part), 1))
        vertices.append(part)
        colours.append(colour)
        faces += [tuple(i + offset for i in f) for f in part_faces]
        offset += len(part)
    return np.vstack(vertices), faces, np.vstack(colours)


def rotate(vertices, angles):
    """Rotate by Euler angles (radians, xyz)."""
    return vertices @ np.array(Euler(angles).to_matrix()).T


def tube(path, radius, count=10, caps=True):
    """Pipe along `path` (n, 3); `radius` is one number or one per point."""
    path = np.asarray(path, float)
    tangents = np.gradient(path, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1)[:, None]
    radius = np.broadcast_to(radius, (len(path),))
    helper = np.array([0, 0, 1.0]) if abs(tangents[0, 2]) < 0.9 else np.array([1.0, 0, 0])
    across = np.cross(helper, tangents[0])
    angles = 2 * np.pi * np.arange(count) / count
    vertices, faces = [], []
    for point, tangent, r in zip(path, tangents, radius):
        across = across - tangent * (across @ tangent)
        across = across / np.linalg.norm(across)
        up = np.cross(tangent, across)
        vertices += [point + r * (math.cos(a) * across + math.sin(a) * up) for a in angles]
    for i in range(len(path) - 1):
        for j in range(count):
            k = (j + 1) % count
            faces.append((i * count + j, i * count + k, (i + 1) * count + k, (i + 1) * count + j))
    if caps:
        vertices += [path[0], path[-1]]
        start = len(vertices) - 2
        end_ring = (len(path) - 1) * count
        for j in range(count):
            k = (j + 1) % count
            faces += [(start, k, j), (start + 1, end_ring + j, end_ring + k)]
    return np.array(vertices), faces
