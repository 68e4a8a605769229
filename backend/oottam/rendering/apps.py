from django.apps import AppConfig


class RenderingConfig(AppConfig):
    name = "oottam.rendering"
    verbose_name = "Rendering"
