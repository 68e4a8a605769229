"""Where everything stands on a label, so that nothing leaves it and nothing overlaps.

Allergens are always whole. Of a name that is too long the end gives way to dots, of the dishes and the note
what does not fit to words that say so. What cannot be written in any face is to be looked up.
"""

from collections.abc import Iterator

from oottam.backoffice.kitchen.labels.blocks import (
    TAG_PADDING,
    Block,
    Form,
    Part,
    fitted,
    framed,
    strip,
)
from oottam.backoffice.kitchen.labels.contents import GAP, Contents
from oottam.backoffice.kitchen.labels.faces import (
    BOLD,
    NARROW_BOLD,
    NARROWEST_BOLD,
    PLAIN,
    has_letters,
    legible,
    without_pictures,
)
from oottam.backoffice.kitchen.labels.label import Label
from oottam.backoffice.kitchen.labels.lines import Breaker, Span
from oottam.backoffice.kitchen.labels.stocks import POINTS_PER_MM, Stock
from oottam.backoffice.kitchen.labels.typesetting import EM

HEAVY = 1.8  # the frame around what somebody is allergic to
ONE_LINE = 1.3  # times its size, in any script
ALLERGENS_SHARE = 0.3  # of the height, where smaller letters do
SMALLER = 0.85  # where allergens, dishes and note would not fit otherwise
MOST_APART = 3.0  # that parts stand further from one another where there is room
# How sparing a label is with room for the name, tried in turn.
_ROOMY, _TIGHT, _TIGHTER, _TIGHTEST = range(4)
# How well an attempt did: what it shows before how large that is, or how many dishes that are.
_TOO_LITTLE, _CUT, _WHOLE = range(3)
Rank = tuple[int, float]


def inner(stock: Stock) -> tuple[float, float]:
    """Width and height within the margins, in points."""
    width, height = stock.size
    return (width - 2 * stock.margin) * POINTS_PER_MM, (height - 2 * stock.margin) * POINTS_PER_MM


def laid_out(label: Label, stock: Stock, breaker: Breaker) -> list[Block]:
    """The parts of a label, from the top, in points from the corner within its margins."""
    comfortable = (_WHOLE, stock.sizes.dishes[2])
    best, found = (_TOO_LITTLE, 0.0), list[Block]()
    ends = _head(label, stock, breaker), _foot(label, stock, breaker)
    for tightness in (_ROOMY, _TIGHT, _TIGHTER, _TIGHTEST):
        rank, blocks = _attempt(label, stock, breaker, ends, tightness)
        if min(rank, comfortable) > best or best[0] == _TOO_LITTLE:
            best, found = rank, blocks
        if best >= (comfortable, (_WHOLE, 0), (_CUT, 0), (0, 0))[tightness]:
            break
    return found


def _attempt(
    label: Label, stock: Stock, breaker: Breaker, ends: tuple[Block, Block], tightness: int
) -> tuple[Rank, list[Block]]:
    width, height = inner(stock)
    head, foot = ends
    above = [
        head,
        _name(label, stock, breaker, tightness),
        *_stop(label, stock, breaker, tightness),
    ]
    contents = Contents(label, stock.sizes, width, breaker)
    room = height - sum(block.height + GAP for block in (*above, foot))
    fits = True
    if label.allergens or label.diet:
        warning, fits = _allergens(label, stock, breaker, room - contents.least - GAP)
        if not fits and tightness == _TIGHTEST:
            warning, fits = _allergens(label, stock, breaker, room - contents.row - GAP)
        above.append(warning)
        room -= warning.height + GAP
    whole = contents.whole(room)
    if whole:
        size, inside = whole
        rank = (_WHOLE, size)
    else:
        count, inside = contents.cut(room)
        rank = (_CUT, count)
    spare = room - sum(block.height + GAP for block in inside) + GAP
    if not fits or spare < 0:
        rank = (_TOO_LITTLE, 0)
    blocks = [*above, *inside]
    placed = _down(blocks, GAP + min(max(spare, 0) / len(blocks), MOST_APART))
    return rank, [*placed, foot.at(height - foot.height)]


def _head(label: Label, stock: Stock, breaker: Breaker) -> Block:
    sizes = stock.sizes
    parts = [
        Part(label.meal.upper(), sizes.meal),
        Part(f"{label.day:%a} {label.day.day} {label.day:%b}", sizes.date, PLAIN),
    ]
    if label.delivery_time:
        parts.append(Part(f"{label.delivery_time:%H:%M}", sizes.meal, is_right=True))
    return strip("head", parts, inner(stock)[0], breaker)


def _name(label: Label, stock: Stock, breaker: Breaker, tightness: int) -> Block:
    large, middle, small = stock.sizes.name
    forms = {
        _ROOMY: [
            Form(large, BOLD),
            Form(middle, BOLD),
            Form(middle, NARROW_BOLD),
            Form(middle, BOLD, 2),
            Form(small, NARROW_BOLD, 2),
        ],
        _TIGHT: [Form(middle, BOLD), Form(middle, NARROW_BOLD), Form(small, NARROW_BOLD, 2)],
        _TIGHTER: [Form(small, BOLD), Form(small, NARROW_BOLD), Form(small, NARROW_BOLD, 2)],
        _TIGHTEST: [Form(small * SMALLER, NARROW_BOLD)],
    }[tightness]
    width = inner(stock)[0]
    name = without_pictures(label.name)
    if has_letters(legible(name)):
        return fitted("name", name, forms, width, breaker)
    parts = [Part(label.reference, forms[0].size)]
    if label.name.strip():
        parts.append(Part("Name: see order", stock.sizes.foot, is_tag=True, is_right=True))
    return strip("name", parts, width, breaker)


def _stop(label: Label, stock: Stock, breaker: Breaker, tightness: int) -> Iterator[Block]:
    if label.stop:
        size = stock.sizes.stop * (SMALLER if tightness == _TIGHTEST else 1)
        forms = [Form(size, BOLD), Form(size, NARROW_BOLD)]
        if tightness == _ROOMY:
            forms += [Form(size, BOLD, 2), Form(size, NARROW_BOLD, 2)]
        yield fitted("stop", label.stop, forms, inner(stock)[0], breaker)


def _foot(label: Label, stock: Stock, breaker: Breaker) -> Block:
    size = stock.sizes.foot
    parts = [Part(label.reference, size)]
    if label.of:
        parts.append(Part(f"Day {label.number} of {label.of}", size, PLAIN))
    elif label.is_made_up:
        parts.append(Part("Made up", size, PLAIN))
    if label.is_free:
        parts.append(Part("FREE DAY", size * 0.9, is_tag=True, is_right=True))
    if label.is_changed:
        parts.append(Part("CHANGED", size * 0.9, is_tag=True, is_right=True))
    return strip("foot", parts, inner(stock)[0], breaker)


def _allergens(label: Label, stock: Stock, breaker: Breaker, room: float) -> tuple[Block, bool]:
    """All of them and the diet in a heavy frame, smaller where they would not fit; whether they do."""
    width, height = inner(stock)
    sizes = stock.sizes.allergens
    for size, cut, most in (
        *((size, BOLD, ONE_LINE * size + 2 * (HEAVY + TAG_PADDING)) for size in sizes[:3]),
        *((size, BOLD, ALLERGENS_SHARE * height) for size in sizes),
        *((size, NARROW_BOLD, height) for size in sizes),
        (sizes[-1], NARROWEST_BOLD, height),
    ):
        spans = [Span("Allergic to:", cut)] if label.allergens else []
        for at, allergen in enumerate(label.allergens):
            if at:
                spans.append(Span("·", cut, glued=True))
            spans.append(Span(allergen, cut, glued=not at))
        if label.diet:
            spans += [Span("·", cut, glued=True)] if label.allergens else []
            spans.append(Span(label.diet, cut))
        lines = breaker.broken((width - 2 * (HEAVY + TAG_PADDING)) * EM / size, *spans)
        block = framed("allergens", lines, size, width, HEAVY)
        if block.height <= min(room, most):
            return block, True
    words = f"{len(label.allergens)} allergies{' and diet' if label.diet else ''}: see sheet before handing over"
    lines = breaker.broken((width - 2 * (HEAVY + TAG_PADDING)) * EM / size, Span(words, BOLD))
    return framed("allergens", lines, size, width, HEAVY), False


def _down(blocks: list[Block], apart: float) -> Iterator[Block]:
    y = 0.0
    for block in blocks:
        yield block.at(y)
        y += block.height + apart
