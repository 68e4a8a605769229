"""The addresses of one plan, below its own: the page, and what is done to it."""

from django.urls import path

from oottam.backoffice.plans import actions, views

urlpatterns = [
    path("", views.show, name="plan"),
    path("skip", actions.skip, name="plan-skip"),
    path("pause", actions.pause, name="plan-pause"),
    path("resume", actions.resume, name="plan-resume"),
    path("move", actions.move, name="plan-move"),
    path("box", actions.box, name="plan-box"),
    path("days", actions.days, name="plan-days"),
    path("forfeit", actions.forfeit, name="plan-forfeit"),
    path("make-up", actions.make_up, name="plan-make-up"),
    path("accept", views.accept, name="plan-accept"),
    path("undo", actions.undo, name="plan-undo"),
]
