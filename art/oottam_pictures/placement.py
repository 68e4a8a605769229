"""Piling food: a height map that every placed piece raises, and the regions pieces fall into."""

import math

import numpy as np
from mathutils import Euler, Matrix, Quaternion, Vector

from .blender import place

SAMPLE = 420
_UP = Vector((0, 0, 1))


def sample_points(data):
    """At most SAMPLE vertices of a mesh datablock, (n, 3), always the same ones."""
    flat = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", flat)
    points = flat.reshape(-1, 3).astype(float)
    if len(points) > SAMPLE:
        points = points[np.random.RandomState(1).choice(len(points), SAMPLE, replace=False)]
    return points


class Pile:
    """Height map over the square -extent..extent; food rests on it and raises it.

    `ceiling`, when set, is a function of the distance from the middle: no piece may reach above it.
    """

    def __init__(self, base, extent=1.6, cells=300):
        """`base(x, y)` gives the height to start from, vectorised."""
        self.extent = extent
        self.cells = cells
        axis = np.linspace(-extent, extent, cells)
        x, y = np.meshgrid(axis, axis, indexing="ij")
        self.heights = np.asarray(base(x, y), float) + np.zeros_like(x)
        self.ceiling = None
        self._positions = {}
        self._points = {}

    def dome(self, rim, rise, radius=0.8):
        """Keep the heap under a dome: `rim` high at the edge, `rise` more in the middle."""
        self.ceiling = lambda r: rim + rise * max(0, 1 - (r / radius) ** 2)

    def height(self, x, y):
        i, j = self._cells_of(np.array([x, y]))
        return self.heights[i, j]

    def _cells_of(self, xy):
        scaled = (xy + self.extent) / (2 * self.extent) * (self.cells - 1)
        return np.clip(scaled.round().astype(int), 0, self.cells - 1)

    def _normal(self, x, y, step=0.08):
        slope_x = (self.height(x + step, y) - self.height(x - step, y)) / (2 * step)
        slope_y = (self.height(x, y + step) - self.height(x, y - step)) / (2 * step)
        return Vector((-np.clip(slope_x, -0.9, 0.9), -np.clip(slope_y, -0.9, 0.9), 1)).normalized()

    def points_of(self, data):
        if data.name not in self._points:
            self._points[data.name] = sample_points(data)
        return self._points[data.name]

    def rest(self, points):
        """How far points must be raised to lie on the pile without cutting into it."""
        cells = self._cells_of(points[:, :2])
        return (self.heights[cells[:, 0], cells[:, 1]] - points[:, 2]).max()

    def stamp(self, points):
        """Raise the map to the given points."""
        cells = self._cells_of(points[:, :2])
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                i = np.clip(cells[:, 0] + dx, 0, self.cells - 1)
                j = np.clip(cells[:, 1] + dy, 0, self.cells - 1)
                np.maximum.at(self.heights, (i, j), points[:, 2])

    def occupy(self, x, y, radius, height):
        """Raise a round patch, as where a cup stands."""
        axis = np.linspace(-self.extent, self.extent, self.cells)
        grid_x, grid_y = np.meshgrid(axis, axis, indexing="ij")
        self.heights[np.hypot(grid_x - x, grid_y - y) < radius] = height

    def _orientation(self, rng, mode, tilt, yaw, x, y):
        if mode == "any":
            return Quaternion([rng.gauss(0, 1) for _ in range(4)]).normalized()
        turn = rng.uniform(0, 2 * math.pi) if yaw is None else yaw + rng.gauss(0, 0.12)
        lean = Euler((math.radians(rng.gauss(0, tilt)), math.radians(rng.gauss(0, tilt)), 0)).to_quaternion()
        upright = lean @ Quaternion((0, 0, 1), turn)
        if mode == "flat":
            return _UP.rotation_difference(self._normal(x, y)) @ upright
        return upright

    def drop(
        self,
        meshes,
        region,
        count,
        rng,
        *,
        mode="flat",
        tilt=12,
        scale=(0.92, 1.08),
        sink=0.15,
        tries=10,
        spread=False,
        yaw=None,
        soft=0.0,
        above=0.0,
        stamp=True,
    ):
        """Drop `count` pieces into `region`, each at the best of `tries` places.

        mode: 'flat' follows the slope, 'up' stays level, 'any' tumbles. tilt in degrees, yaw in
        radians. sink: share of the piece's height that goes into the heap. soft: share by which the
        piece may be covered later. spread keeps pieces apart. above raises the ceiling for them.
        """
        taken = self._positions.setdefault(id(meshes), [])
        for _ in range(count):
            data = rng.choice(meshes)
            size = rng.uniform(*scale)
            best = None
            for _ in range(tries):
                found = self._try(data, size, region, rng, (mode, tilt, yaw), sink, above, taken if spread else ())
                if found and (best is None or found[0] > best[0]):
                    best = found
            if best is None:
                continue
            _, x, y, z, turn, points = best
            extent = points[:, 2].max() - points[:, 2].min()
            z -= sink * extent
            if stamp:
                self.stamp(points + np.array([0, 0, z - soft * extent]))
            taken.append((x, y))
            place(data, matrix=Matrix.LocRotScale(Vector((x, y, z)), turn, Vector((size,) * 3)))

    def _try(self, data, size, region, rng, how, sink, above, taken):
        x, y = region(rng)
        turn = self._orientation(rng, *how, x, y)
        points = self.points_of(data) @ (np.array(turn.to_matrix()) * size).T
        points[:, :2] += (x, y)
        z = self.rest(points)
        top, bottom = points[:, 2].max(), points[:, 2].min()
        if self.ceiling and z - sink * (top - bottom) + top > self.ceiling(math.hypot(x, y)) + above:
            return None
        score = -z
        if taken:
            score = min(math.hypot(x - a, y - b) for a, b in taken) - z * 0.3
        return score, x, y, z, turn, points

    def put(self, data, x, y, angles=(0, 0, 0), scale=1.0, lower=0.0, stamp=True):
        """Set one piece down at an exact place and angle; `lower` presses it in."""
        points = self.points_of(data) @ (np.array(Euler(angles).to_matrix()) * scale).T
        points[:, :2] += (x, y)
        z = float(self.rest(points)) - lower
        if stamp:
            self.stamp(points + np.array([0, 0, z]))
        return place(data, matrix=Matrix.LocRotScale(Vector((x, y, z)), Euler(angles), Vector((scale,) * 3)))

    def shingle(self, meshes, path, rng, *, lean=0.42, yaw=0.0, lower=0.05, scale=1.0):
        """Row of overlapping slices along [(x, y), ...], each leaning on the one before.

        The whole row takes its heights before anything is stamped, so that it does not climb.
        """
        path = np.array(path, float)
        bases = [self.height(x, y) for x, y in path]
        row = []
        for i, (x, y) in enumerate(path):
            along = path[min(i + 1, len(path) - 1)] - path[max(i - 1, 0)]
            turn = (
                Quaternion((0, 0, 1), math.atan2(along[1], along[0]))
                @ Quaternion((0, 1, 0), lean)
                @ Quaternion((0, 0, 1), yaw + rng.uniform(-0.1, 0.1))
            )
            data = meshes[i % len(meshes)]
            points = self.points_of(data) @ (np.array(turn.to_matrix()) * scale).T
            z = float(bases[i] - points[:, 2].min() - lower)
            row.append((points + np.array([x, y, z]), data, turn, Vector((x, y, z))))
        for points, data, turn, where in row:
            self.stamp(points)
            place(data, matrix=Matrix.LocRotScale(where, turn, Vector((scale,) * 3)))


def table(height=0.0, extent=1.8):
    """A flat pile: the table or a board."""
    return Pile(lambda x, y: x * 0 + height, extent)


def within(radius, x=0.0, y=0.0):
    """Region: a disc."""

    def pick(rng):
        angle = rng.uniform(0, 2 * math.pi)
        reach = radius * math.sqrt(rng.random())
        return x + reach * math.cos(angle), y + reach * math.sin(angle)

    return pick


def sector(start, end, inner, outer):
    """Region: part of a ring, from `start` to `end` degrees (0 is right, 90 is back)."""

    def pick(rng):
        angle = math.radians(rng.uniform(start, end))
        reach = math.sqrt(rng.uniform(inner * inner, outer * outer))
        return reach * math.cos(angle), reach * math.sin(angle)

    return pick


def along(x0, y0, x1, y1, width):
    """Region: a strip from one point to another, `width` to either side."""

    def pick(rng):
        t = rng.random()
        dx, dy = x1 - x0, y1 - y0
        length = math.hypot(dx, dy)
        offset = rng.uniform(-width, width)
        return x0 + dx * t - dy / length * offset, y0 + dy * t + dx / length * offset

    return pick


def box(x0, y0, x1, y1):
    """Region: an upright rectangle."""
    return lambda rng: (rng.uniform(x0, x1), rng.uniform(y0, y1))
