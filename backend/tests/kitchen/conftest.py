"""The planner fixture, shared with the tests of plans."""

from tests.plans.conftest import planner

__all__ = ["planner"]
