"""The addresses of the kitchen's pages, below /backoffice/kitchen/."""

from django.urls import path

from oottam.backoffice.kitchen import ingredients, items, ratings, recipe, shopping
from oottam.backoffice.kitchen.labels import views as labels
from oottam.backoffice.kitchen.sheet import actions, decisions, views
from oottam.backoffice.shared import converters

converters.register()

urlpatterns = [
    path("", views.today, name="kitchen"),
    path("items/", items.list_view, name="kitchen-items"),
    path("items/add", items.add, name="kitchen-new-item"),
    path("items/checked", items.check, name="recipes-checked"),
    path("items/unpublished/drop", items.drop_unpublished, name="unpublished-drop"),
    path("items/ingredients/", ingredients.list_view, name="kitchen-ingredients"),
    path("items/ingredients/new/", ingredients.new, name="kitchen-new-ingredient"),
    path("items/ingredients/<int:ingredient>/", ingredients.detail, name="kitchen-ingredient"),
    path("items/<int:dish>/", items.detail, name="kitchen-item"),
    path("items/<int:dish>/merge", items.merge_dish, name="kitchen-merge"),
    path("items/<int:dish>/part", items.unmerge_dish, name="kitchen-unmerge"),
    path("ratings/", ratings.list_view, name="kitchen-ratings"),
    path("shopping/", shopping.choose_days, name="shopping-days"),
    path("shopping/<day:day>/<day:until>/", shopping.detail, name="shopping"),
    path("labels/test.pdf", labels.calibrate, name="labels-test"),
    path("<day:day>/labels/", labels.detail, name="labels"),
    path("<day:day>/labels.pdf", labels.pdf, name="labels-pdf"),
    path("<day:day>/", views.detail, name="kitchen-day"),
    path("<day:day>/choose", actions.choose, name="kitchen-choose"),
    path("<day:day>/unchoose", actions.unchoose, name="kitchen-unchoose"),
    path("<day:day>/put-back", actions.put_back, name="kitchen-put-back"),
    path("<day:day>/cook", actions.cook, name="kitchen-cook"),
    path("<day:day>/uncook", actions.uncook, name="kitchen-uncook"),
    path("<day:day>/recipe/<int:meal>/<int:dish>/", recipe.detail, name="kitchen-recipe"),
    path("<day:day>/replace/<int:meal>/", decisions.replace, name="kitchen-replace"),
    path("<day:day>/choose/<int:meal>/<int:dish>/", decisions.choose, name="kitchen-choose-one"),
]
