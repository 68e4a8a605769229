"""The addresses of one plan: its page, and a form for each action."""

from django.urls import path

from oottam.backoffice.plans import forms, rules, views
from oottam.backoffice.plans.action_view import apply_action
from oottam.backoffice.plans.box_form import BoxForm

FORMS = {
    "skip": forms.SkipForm,
    "pause": forms.PauseForm,
    "resume": forms.ResumeForm,
    "move": forms.MoveForm,
    "box": BoxForm,
    "days": forms.DaysForm,
    "weekdays": forms.WeekdaysForm,
    "address": forms.AddressForm,
    "forfeit": forms.ForfeitForm,
    "replace": forms.ReplaceForm,
    "undo": forms.UndoForm,
}

urlpatterns = [
    path("", views.detail, name="plan"),
    path("accept", views.accept, name="plan-accept"),
    path("desk-only", rules.set_desk_only, name="plan-desk-only"),
    *(
        path(name, apply_action, {"form_class": form}, name=f"plan-{name}")
        for name, form in FORMS.items()
    ),
]
