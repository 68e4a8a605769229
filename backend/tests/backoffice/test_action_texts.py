"""Every audit action that the code records has a text, and no text is for another action."""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import oottam
from oottam.audit.actions import ACTIONS, RequestAction
from oottam.schedule.models import ActionType
from oottam.workflow.models import SlotState

ROOT = Path(oottam.__file__).parent
# Functions by which an action goes into the record: as their first argument, or by name.
RECORDING = {
    *("record", "record_many", "_record", "record_about", "_undo"),
    *("edit_request", "_transition"),
}


def recorded() -> set[str]:
    """Return every action that a recording call names."""
    return {
        action
        for file in ROOT.rglob("*.py")
        if "migrations" not in file.parts
        for action in _of(ast.parse(file.read_text(encoding="utf-8")), file)
    }


def _of(module: ast.Module, file: Path) -> Iterator[str]:
    constants = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Attribute)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef):
            continue
        handed_on = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)}
        for call in ast.walk(function):
            if not (isinstance(call, ast.Call) and _name(call.func) in RECORDING):
                continue
            named = [word.value for word in call.keywords if word.arg == "action"]
            # Other methods of the same name have no action.
            spelt = named or call.args[:1] * (_name(call.func) == "_record")
            for value in spelt:
                if isinstance(value, ast.Name) and value.id in handed_on:
                    continue  # spelt by whoever calls this one
                yield from _spelt(value, constants, file)


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _spelt(value: ast.expr, constants: Mapping[str, ast.expr], file: Path) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(action)):
            yield action
        case ast.Attribute(value=ast.Name(id="RequestAction"), attr=name):
            yield RequestAction[name].value
        case ast.IfExp(body=one, orelse=other):
            yield from _spelt(one, constants, file)
            yield from _spelt(other, constants, file)
        case ast.Name(id=name) if name in constants:
            yield from _spelt(constants[name], {}, file)
        case ast.JoinedStr(values=[ast.Constant(value=str(begins)), _]) if begins == "appointment.":
            yield from (begins + state for state in SlotState if state != SlotState.AGREED)
        case ast.JoinedStr(values=[ast.Constant(value=str(begins)), _]) if begins == "schedule.":
            # A closed day is recorded by name; times and dishes as what the desk and the kitchen did; settling not at all.
            yield from (
                begins + done
                for done in ActionType
                if done
                not in (ActionType.CLOSE, ActionType.SETTLE, ActionType.TIMES, ActionType.DISH)
            )
        case _:
            raise AssertionError(f"{file}:{value.lineno} spells its action in a way of its own")


def test_every_recorded_action_has_a_text_and_vice_versa() -> None:
    taken_over = import_module("oottam.audit.migrations.0002_from_the_admin_site").ACTIONS
    assert recorded() | set(taken_over.values()) == set(ACTIONS)
