"""The addresses of runs and routes, below /backoffice/runs/."""

from django.urls import path

from oottam.backoffice.runs import (
    actions,
    failed,
    no_result,
    outcome_views,
    rider_views,
    routes,
    views,
)
from oottam.backoffice.shared import converters

converters.register()

urlpatterns = [
    path("", views.today, name="runs-today"),
    path("worker.js", rider_views.worker, name="run-worker"),
    path("mine/", rider_views.list_view, name="own-runs"),
    path("mine/<int:payment_id>/undo", outcome_views.undo_cash, name="run-cash-undo"),
    path("take-over/<int:number>/agree", rider_views.agree, name="take-over-agree"),
    path("take-over/<int:number>/refuse", rider_views.refuse, name="take-over-refuse"),
    path("failed/", failed.list_view, name="failed"),
    path("failed/<int:number>/again", failed.redeliver, name="failed-redeliver"),
    path("failed/<int:number>/replace", failed.replace, name="failed-replace"),
    path("failed/<int:number>/forfeit", failed.forfeit, name="failed-forfeit"),
    path("failed/<int:number>/ask-again", failed.reopen, name="failed-reopen"),
    path("no-result/", no_result.list_view, name="no-result"),
    path("no-result/delivered", no_result.record_delivered, name="no-result-delivered"),
    path("no-result/failed", no_result.record_failed, name="no-result-failed"),
    path("no-result/undo", no_result.undo, name="no-result-undo"),
    path("no-result/rule", no_result.set_rule, name="no-result-rule"),
    path("routes/", routes.list_view, name="routes"),
    path("routes/add", routes.add, name="route-add"),
    path("routes/<int:route_id>/change", routes.change, name="route-change"),
    path("routes/<int:route_id>/move", routes.move, name="route-move"),
    path("routes/<int:route_id>/close", routes.close, name="route-close"),
    path("routes/<int:route_id>/open", routes.reopen, name="route-open"),
    path("<day:day>/<meal:meal>/", views.detail, name="runs"),
    path("<day:day>/<meal:meal>/paper/", views.paper, name="runs-paper"),
    path("<day:day>/<meal:meal>/assign", actions.assign, name="run-assign"),
    path("<day:day>/<meal:meal>/assign-usual", actions.assign_usual, name="run-assign-usual"),
    path("<day:day>/<meal:meal>/place", actions.place, name="stop-place"),
    path("<day:day>/<meal:meal>/move", actions.move, name="stop-move"),
    path("<day:day>/<meal:meal>/hint", actions.hint, name="stop-hint"),
    path("<day:day>/<meal:meal>/tell", actions.record_outcome, name="stop-record-outcome"),
    path("<day:day>/<meal:meal>/undo", actions.undo, name="stop-undo"),
    path("<int:run_id>/", rider_views.detail, name="run"),
    path("<int:run_id>/take-over", rider_views.request_take_over, name="run-take-over"),
    path("<int:run_id>/tell", outcome_views.record_outcome, name="run-record-outcome"),
    path("<int:run_id>/undo", outcome_views.undo, name="run-undo"),
    path("<int:run_id>/cash", outcome_views.record_cash, name="run-cash"),
    path("<int:run_id>/taps", outcome_views.record_taps, name="run-record-taps"),
]
