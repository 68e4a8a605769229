"""Somebody who plans, as for the tests of plans."""

from tests.plans.conftest import planner

__all__ = ["planner"]
