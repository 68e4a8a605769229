"""The addresses of the menu's pages, below /backoffice/menu/."""

from django.urls import path

from oottam.backoffice.menu.dishes import views as dishes
from oottam.backoffice.menu.publishing import preview
from oottam.backoffice.menu.publishing import views as publishing
from oottam.backoffice.menu.sold_out import views as sold_out

urlpatterns = [
    # Dishes and recipes
    path("", dishes.list_view, name="menu"),
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
    path("sold-out/", sold_out.list_view, name="sold-out"),
    path("sold-out/mark", sold_out.mark, name="sold-out-mark"),
    path("sold-out/take-back", sold_out.take_back, name="sold-out-take-back"),
]
