"""Cycles settings, and one picture rendered to a raw PNG."""

import bpy


def set_up_cycles(width, height, samples):
    """CPU path tracing with denoising; 14 bounces, or glass rims show black streaks."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.07 * (8 / samples) ** 0.5
    cycles.adaptive_min_samples = 8
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces = 14
    cycles.diffuse_bounces = 3
    cycles.glossy_bounces = 5
    cycles.transmission_bounces = 14
    cycles.transparent_max_bounces = 12
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 6
    cycles.blur_glossy = 1.0
    scene.render.resolution_x = width
    scene.render.resolution_y = height
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "Khronos PBR Neutral"
    scene.view_settings.look = "None"
    scene.view_settings.exposure = 0.08
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"


def render_to(path):
    """Render the scene as it stands."""
    bpy.context.scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
