"""The addresses of the menu's pages, below /backoffice/menu/."""

from django.urls import path

from oottam.backoffice.menu import plans, sold_out, spreadsheet
from oottam.backoffice.menu.dishes import categories, dish
from oottam.backoffice.menu.dishes import views as dishes
from oottam.backoffice.menu.publishing import preview
from oottam.backoffice.menu.publishing import views as publishing
from oottam.backoffice.menu.shop import legal, pictures, words
from oottam.backoffice.menu.shop import views as shop
from oottam.backoffice.menu.weekly import choices, combos
from oottam.backoffice.menu.weekly import views as weekly
from oottam.backoffice.shared import converters

converters.register()

urlpatterns = [
    # Dishes
    path("", dishes.list_view, name="menu"),
    path("dishes/off/", dish.off, name="menu-off"),
    path("dishes/<menu:menu>/new/", dish.new, name="menu-new-dish"),
    path("dishes/<menu:menu>/<slug:dish_id>/", dish.detail, name="menu-dish"),
    path("dishes/<menu:menu>/<slug:dish_id>/photo", dish.photo, name="menu-dish-photo"),
    path("dishes/<menu:menu>/<slug:dish_id>/off", dish.take_off, name="menu-dish-off"),
    path("dishes/<menu:menu>/<slug:dish_id>/back", dish.put_back, name="menu-dish-back"),
    path("dishes/<menu:menu>/<slug:dish_id>/move", categories.move, name="menu-dish-move"),
    path("photos/<slug:digest>", dish.photo_file, name="menu-photo"),
    path("categories/<menu:menu>/", categories.detail, name="menu-categories"),
    path("categories/<menu:menu>/add", categories.add, name="menu-category-add"),
    path(
        "categories/<menu:menu>/<slug:category>/rename",
        categories.rename,
        name="menu-category-rename",
    ),
    path(
        "categories/<menu:menu>/<slug:category>/remove",
        categories.remove,
        name="menu-category-remove",
    ),
    path(
        "categories/<menu:menu>/<slug:category>/move",
        categories.move_category,
        name="menu-category-move",
    ),
    # The shop
    path("shop/", shop.detail, name="menu-shop"),
    path("words/", words.list_view, name="menu-words"),
    path("words/<slug:screen>/", words.detail, name="menu-words-screen"),
    path("legal/", legal.detail, name="menu-legal"),
    path("pictures/", pictures.list_view, name="menu-pictures"),
    # Before the next ones; with an address of theirs, to which proxies let photos through.
    path("pictures/doctor/photo", plans.photo, name="menu-doctor-photo"),
    path("pictures/doctor/back", plans.remove_photo, name="menu-doctor-photo-back"),
    path("pictures/<slug:picture>/photo", pictures.upload, name="menu-picture"),
    path("pictures/<slug:picture>/back", pictures.restore_shipped, name="menu-picture-back"),
    # The weekly menu, combos and the custom choice
    path("weekly/", weekly.detail, name="menu-weekly"),
    path("weekly/copy", weekly.copy, name="menu-weekly-copy"),
    path("weekly/swap", weekly.swap, name="menu-weekly-swap"),
    path(
        "weekly/<int:week>/<slug:section>/<int:weekday>/<int:position>/",
        weekly.picture,
        name="menu-weekly-picture",
    ),
    path("plans/", plans.detail, name="menu-plans"),
    path("combos/", combos.detail, name="menu-combos"),
    path("custom-choice/", choices.list_view, name="menu-choices"),
    path("custom-choice/new/<slug:section>/", choices.new, name="menu-new-choice"),
    path("custom-choice/<slug:choice>/", choices.detail, name="menu-choice"),
    path("custom-choice/<slug:choice>/off", choices.remove, name="menu-choice-off"),
    path("custom-choice/<slug:choice>/back", choices.put_back, name="menu-choice-back"),
    path("custom-choice/<slug:choice>/move", choices.move, name="menu-choice-move"),
    # Publishing and sold out
    path("differences/", publishing.differences, name="menu-differences"),
    path("differences/publish", publishing.publish, name="menu-publish"),
    path("differences/discard", publishing.discard, name="menu-discard"),
    path("preview/", preview.choose, name="menu-preview"),
    path("preview/<slug:digest>/<path:page>", preview.page, name="menu-preview-page"),
    path("editions/", publishing.list_view, name="menu-editions"),
    path("editions/<int:edition>/", publishing.detail, name="menu-edition"),
    path("editions/<int:edition>/withdraw", publishing.withdraw, name="menu-withdraw"),
    path("editions/<int:edition>/restore", publishing.restore, name="menu-restore"),
    path("spreadsheet/", spreadsheet.detail, name="menu-spreadsheet"),
    path("spreadsheet/menu.xlsx", spreadsheet.download, name="menu-spreadsheet-file"),
    path("spreadsheet/read", spreadsheet.read, name="menu-spreadsheet-read"),
    path("spreadsheet/accept", spreadsheet.accept, name="menu-spreadsheet-accept"),
    path("sold-out/", sold_out.list_view, name="sold-out"),
    path("sold-out/mark", sold_out.mark, name="sold-out-mark"),
    path("sold-out/take-back", sold_out.remove, name="sold-out-take-back"),
]
