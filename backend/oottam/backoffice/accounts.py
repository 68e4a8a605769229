"""Accounts of the staff, and the groups that say what they may do."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User

from oottam.backoffice.strict_admin import StrictAdmin


class AccountAdmin(StrictAdmin, UserAdmin):  # type: ignore[type-arg]
    """Django's, with narrow addresses."""


class AccountGroupAdmin(StrictAdmin, GroupAdmin):
    """Django's, with narrow addresses."""


def register() -> None:
    """Take the place of Django's own, which its module registers when it is imported."""
    admin.site.unregister([User, Group])
    admin.site.register(User, AccountAdmin)
    admin.site.register(Group, AccountGroupAdmin)
