"""The menu tables' register: no personal data of customers."""

from oottam.core.personal import WITH_MENUS, RetentionPolicy, Table
from oottam.menu.models import Edition, MenuDraft, Photo, Server, SoldOut

TABLES = (
    Table(MenuDraft, "Menu draft", WITH_MENUS, plain="id content revision edited_by edited_at changes"),
    Table(Edition, "Menu editions", RetentionPolicy("publication of the menu", "never: orders were priced by it"),
        plain="number content digest figures note made_by made_at state starts_at live_from live_to"),
    Table(Photo, "Photographs of dishes", WITH_MENUS, plain="digest image width height added_by added_at"),
    Table(SoldOut, "Sold-out dishes", RetentionPolicy("dish that is sold out", "when it is taken back"),
        plain="id dish_name until since marked_by"),
    Table(Server, "Servers", RetentionPolicy("server", "a day after it was last seen"),
        plain="name edition error seen_at"),
)  # fmt: skip
