"""The changes that the recipe "A staff page" of CONTRIBUTING.md describes: a page of reasons."""

# Insertions by file: the text before which to insert, which occurs once ("" is the end), and the insertion.
CHANGES: dict[str, list[tuple[str, str]]] = {
    "backend/oottam/backoffice/urls.py": [
        (
            "    reorder,\n",
            "    reasons,\n",
        ),
        ('    path("pulse",', '    path("reasons/", reasons.list_view, name="reasons"),\n'),
    ],
    "backend/oottam/backoffice/shared/navigation.py": [
        (
            '    NavigationItem("Staff",',
            '    NavigationItem("Reasons", "list", "backoffice:reasons", Permission.WORK_REQUESTS),\n',
        ),
    ],
    "backend/oottam/backoffice/guide.py": [('poll-new-count",', "reasons ")],
    "frontend/backoffice/staff.css": [("", '@import "./reasons.css";\n')],
    "backend/tests/backoffice/test_permissions.py": [
        ('    "poll-new-count":', '    "reasons": (READ, "owner desk"),\n'),
    ],
    "CHANGELOG.md": [("", "- A page of reasons.\n")],
}

# New files, each beside a file or folder that the recipe names.
FILES: dict[str, str] = {
    "backend/oottam/backoffice/reasons.py": '''"""The page of the reasons that the desk gave for its changes."""

from django.http import HttpResponse
from django.shortcuts import render

from oottam.accounts.roles import Permission
from oottam.audit.models import AuditEntry
from oottam.backoffice.shared.decorators import StaffRequest, staff_page

PER_PAGE = 50


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the last entries that have a reason; one query."""
    found = AuditEntry.objects.exclude(reason="").select_related("actor")
    context = {"title": "Reasons", "entries": found.order_by("-pk")[:PER_PAGE]}
    return render(request, "backoffice/reasons/reasons.html", context)
''',
    "backend/oottam/backoffice/templates/backoffice/reasons/reasons.html": """\
{% extends "backoffice/layout/base.html" %}
{% block content %}
<h1>Reasons</h1>
<ul class="reasons">
  {% for entry in entries %}<li>{{ entry.actor.get_username }}: {{ entry.reason }}</li>{% endfor %}
</ul>
{% endblock %}
""",
    "frontend/backoffice/reasons.css": ".reasons {\n  list-style: none;\n}\n",
    "backend/tests/backoffice/reasons/test_reasons.py": '''"""The page of reasons."""

import pytest
from django.utils import timezone

from oottam.audit.models import AuditEntry
from tests.factories.accounts import logged_in, make_staff_account


@pytest.mark.django_db
def test_page_lists_reasons_with_their_actors() -> None:
    priya = make_staff_account("priya")
    AuditEntry.objects.create(at=timezone.now(), actor=priya, action="request.cancel", reason="Moved")
    assert "<li>priya: Moved</li>" in logged_in(priya).get("/backoffice/reasons/").content.decode()
''',
}
