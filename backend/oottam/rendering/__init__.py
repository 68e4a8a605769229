"""The storefront's pages, rendered from a shop's own contract folder where the server runs."""

from oottam.rendering.renderer import RenderError
from oottam.rendering.site import Rendering, is_needed, latest, render, require
