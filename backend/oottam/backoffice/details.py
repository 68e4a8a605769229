"""What is particular to each kind of request, and who may see it."""

from typing import Any

from django.contrib.admin.options import InlineModelAdmin
from django.contrib.auth import get_permission_codename
from django.contrib.auth.models import AnonymousUser, User

from oottam.backoffice import combos, enquiries, orders  # noqa: F401 - each says for which kinds it is
from oottam.backoffice.inlines import ReadOnlyInline

DETAILS: "dict[str, type[InlineModelAdmin[Any, Any]]]" = {
    kind: inline for inline in ReadOnlyInline.__subclasses__() for kind in inline.kinds
}


def may_see(user: User | AnonymousUser, kind: str) -> bool:
    """Whether somebody may read what is particular to a kind: what is told of health, for one."""
    model = DETAILS[kind].model._meta
    rights = (get_permission_codename(action, model) for action in ("view", "change"))
    return any(user.has_perm(f"{model.app_label}.{right}") for right in rights)
