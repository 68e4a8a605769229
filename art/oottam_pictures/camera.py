"""A camera that frames whatever stands in the scene, and the seamless floor behind it."""

import dataclasses
import math

import bpy
import numpy as np
from mathutils import Vector

from .blender import mesh, place
from .colour import linear


@dataclasses.dataclass(frozen=True)
class View:
    """How a picture is taken. Angles in degrees, lens in mm, `fill` is the share of the frame used, `light` one of
    lighting.LIGHTS.

    What lies farther to a side than `reach` may run out of the frame.
    """

    elevation: float = 50
    azimuth: float = -90
    fstop: float = 0.55
    fill: float = 0.88
    lens: float = 75
    aspect: float = 1.0
    stage: float = 1.0
    light: str = "studio"
    shift: tuple[float, float] = (0.0, 0.0)
    reach: float = math.inf

    def axes(self):
        """Unit vectors towards the camera, to the right, and up in the picture."""
        elevation, azimuth = math.radians(self.elevation), math.radians(self.azimuth)
        back = Vector(
            (
                math.cos(elevation) * math.cos(azimuth),
                math.cos(elevation) * math.sin(azimuth),
                math.sin(elevation),
            )
        )
        right = Vector((-math.sin(azimuth), math.cos(azimuth), 0))
        return back, right, back.cross(right)


def _world_points():
    """Points of every mesh in the scene, thinned, in world coordinates."""
    bpy.context.view_layer.update()
    clouds = []
    for item in bpy.context.scene.objects:
        if item.type != "MESH":
            continue
        points = np.array([tuple(corner) for corner in item.bound_box])
        if len(item.data.vertices) > 300:
            flat = np.empty(len(item.data.vertices) * 3, np.float32)
            item.data.vertices.foreach_get("co", flat)
            points = flat.reshape(-1, 3)[::7]
        matrix = np.array(item.matrix_world)
        clouds.append(points @ matrix[:3, :3].T + matrix[:3, 3])
    return np.vstack(clouds)


def _fit(view, points):
    """Centre (right, up) and distance at which the points fill the frame in perspective."""
    back, right, up = (np.array(axis) for axis in view.axes())
    points = points[np.abs(points @ right) <= view.reach]
    u, v, depth = points @ right, points @ up, points @ back
    centre_u, centre_v = (u.min() + u.max()) / 2, (v.min() + v.max()) / 2
    half_width = 18 / view.lens * min(view.aspect, 1)
    half_height = 18 / view.lens / max(view.aspect, 1)
    distance = 8.0
    for _ in range(8):
        seen_u = (u - centre_u) / (distance - depth)
        seen_v = (v - centre_v) / (distance - depth)
        centre_u += (seen_u.max() + seen_u.min()) / 2 * distance * 0.6
        centre_v += (seen_v.max() + seen_v.min()) / 2 * distance * 0.6
        need = max(np.ptp(seen_u) / 2 / half_width, np.ptp(seen_v) / 2 / half_height) / view.fill
        distance *= need**0.8
    return float(centre_u), float(centre_v), float(distance), float(np.percentile(depth, 72))


def set_camera(view):
    """Frame the scene and focus on its front third."""
    back, right, up = view.axes()
    centre_u, centre_v, distance, focus = _fit(view, _world_points())
    lens = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", lens)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    lens.lens, lens.sensor_width, lens.clip_end = view.lens, 36, 500
    lens.shift_x, lens.shift_y = view.shift
    camera.location = right * centre_u + up * centre_v + back * distance
    camera.rotation_euler = back.to_track_quat("Z", "Y").to_euler()
    lens.dof.use_dof = True
    lens.dof.aperture_fstop = view.fstop
    lens.dof.focus_distance = distance - focus


def lay_floor(view, colour):
    """Seamless floor that turns up into a wall; it glows a little far away, lest low cameras see brown."""
    azimuth = math.radians(view.azimuth)
    away = -np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    right = np.array(view.axes()[1])
    profile = [(-14, 0), (6, 0)]
    profile += [(6 + 14 * math.sin(q), 14 - 14 * math.cos(q)) for q in np.linspace(0.05, math.pi / 2, 24)]
    profile.append((20, 40))
    vertices = [away * t + right * x + np.array([0, 0, z - 0.002]) for t, z in profile for x in (-30, 30)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)]
    place(mesh("floor", np.array(vertices), faces, None, _floor_material(colour)))


def _floor_material(colour):
    rgba = (*linear(colour), 1)
    material = bpy.data.materials.new("floor")
    material.use_nodes = True
    tree = material.node_tree
    shader = next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Base Color"].default_value = rgba
    shader.inputs["Roughness"].default_value = 0.7
    shader.inputs["Specular IOR Level"].default_value = 0.2
    shader.inputs["Emission Color"].default_value = rgba
    position = tree.nodes.new("ShaderNodeNewGeometry")
    distance = tree.nodes.new("ShaderNodeVectorMath")
    distance.operation = "LENGTH"
    glow = tree.nodes.new("ShaderNodeMapRange")
    for name, value in {"From Min": 2.5, "From Max": 14, "To Min": 0.10, "To Max": 0.62}.items():
        glow.inputs[name].default_value = value
    tree.links.new(position.outputs["Position"], distance.inputs[0])
    tree.links.new(distance.outputs["Value"], glow.inputs["Value"])
    tree.links.new(glow.outputs[0], shader.inputs["Emission Strength"])
    return material
