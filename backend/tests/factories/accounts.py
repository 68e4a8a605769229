"""Staff accounts and their browsers."""

from django.contrib.auth.models import User
from django.test import Client

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role


def make_staff_account(name: str = "priya", *roles: Role) -> User:
    """Create an account, by default an owner's."""
    user = User.objects.create_user(name)
    for role in roles or (Role.OWNER,):
        AccountRole.objects.create(account=user, role=role)
    return user


def make_desk_account(name: str = "priya") -> User:
    return make_staff_account(name, Role.DESK)


def make_cook(name: str = "meena") -> User:
    return make_staff_account(name, Role.KITCHEN)


def make_rider(name: str = "ravi") -> User:
    return make_staff_account(name, Role.RIDER)


def logged_in(user: User, *, checks_csrf: bool = False) -> Client:
    """Return a browser in which the user is logged in."""
    client = Client(enforce_csrf_checks=checks_csrf)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def make_desk_client(name: str = "priya") -> Client:
    """Return a desk user's browser."""
    return logged_in(make_desk_account(name))
