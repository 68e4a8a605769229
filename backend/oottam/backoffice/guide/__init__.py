"""The staff's guide as a page of the shop, and the section of it that explains a page."""
