"""Members of the staff, logged in, for tests of their pages."""

from django.contrib.auth.models import User
from django.test import Client

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role


def account(name: str = "priya", *roles: Role) -> User:
    """A new account; an owner's unless roles are named."""
    user = User.objects.create_user(name)
    for role in roles or (Role.OWNER,):
        AccountRole.objects.create(account=user, role=role)
    return user


def logged_in(user: User, *, checks_csrf: bool = False) -> Client:
    """A browser in which this person has logged in."""
    client = Client(enforce_csrf_checks=checks_csrf)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def desk(name: str = "priya") -> Client:
    """A browser of somebody at the desk."""
    return logged_in(account(name, Role.DESK))
