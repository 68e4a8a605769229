"""Command line: render the pictures that are missing or changed. See art/README.md."""

import argparse
import contextlib
import os
import sys
import time
from pathlib import Path

from .cache import Ledger
from .catalogue import ROOT, groups, named
from .photos import MARK, cropped, dropped, stamp
from .pictures import all_pictures

LEDGER = Ledger(ROOT / "art" / "pictures.lock.json")
SHEETS = ROOT / "art" / ".sheets"
DRAFT = "draft of "


def parse(arguments):
    parser = argparse.ArgumentParser(prog="oottam_pictures", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="KEY", help="these pictures")
    parser.add_argument("--group", help="one category, such as veg/protein-smoothies, or 'scenes'")
    parser.add_argument("--size", type=int, default=256, help="pixels of a judged picture (default 256)")
    parser.add_argument("--samples", type=int, help="samples per pixel (default 8, of a finished scene 64)")
    parser.add_argument(
        "--judge", action="store_true", help="small and quick, on a contact sheet; nothing is kept"
    )
    parser.add_argument("--draft", action="store_true", help="a quarter of the time, soft; due again later")
    parser.add_argument("--force", action="store_true", help="render even what is up to date")
    parser.add_argument("--accept", action="store_true", help="record as up to date without rendering")
    parser.add_argument("--photos", action="store_true", help="bring in the photographs of art/photos/")
    parser.add_argument(
        "--widths", action="store_true", help="write missing smaller sizes from the largest of each"
    )
    parser.add_argument("--overview", action="store_true", help="all finished pictures on one sheet in docs/")
    parser.add_argument(
        "--blind", type=Path, metavar="FOLDER", help="sheets for naming the dishes blind, and their key"
    )
    parser.add_argument("--check", action="store_true", help="look for mistakes in the descriptions")
    parser.add_argument("--list", action="store_true", help="name what would be rendered")
    return parser.parse_args(arguments)


def chosen(options, pictures):
    """The pictures that the options name, else all."""
    if options.only:
        return [pictures[key] for key in options.only]
    if options.group == "scenes":
        return [picture for picture in pictures.values() if "scene" in picture.source]
    if options.group:
        return [pictures[key] for key in dict.fromkeys(groups()[options.group])]
    return list(pictures.values())


@contextlib.contextmanager
def quiet():
    """Blender writes its progress to the file descriptor; keep it off the terminal."""
    saved = os.dup(1)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)


def judge(pictures, options):
    """Small quick renders on one contact sheet."""
    from .sheet import contact_sheet

    SHEETS.mkdir(exist_ok=True)
    paths = []
    for picture in pictures:
        path = SHEETS / f"{picture.key}.png"
        with quiet():
            picture.take(path, options.size, options.samples or 8)
        print(f"judged {picture.key}", flush=True)
        paths.append(path)
    name = (options.group or "picked").replace("/", "-")
    print(contact_sheet(paths, SHEETS / f"sheet-{name}.png"))


def check():
    """Print every mistake; the exit code says whether there was one."""
    from .check import mistakes

    found = mistakes()
    print(*found or ["every description is understood"], sep="\n")
    return int(bool(found))


def bring_in_photos(pictures):
    """Write every size and format of the photographs that are new or changed."""
    done = LEDGER.read()
    for key, path in dropped(list(pictures)).items():
        picture = pictures[key]
        if done.get(key) == stamp(path) and picture.is_there():
            continue
        picture.finish(cropped(path, picture.ratio, max(picture.stems.values())))
        LEDGER.record(key, stamp(path))
        print(f"{key} from {path.name}", flush=True)


def is_due(picture, noted, options, accepted):
    """Whether to render: forced, missing, or made from other sources; a photograph gives way only to force."""
    if options.force:
        return True
    return not noted.startswith(MARK) and (noted not in accepted or not picture.is_there())


def bring_up_to_date(pictures, options):
    """Render (or only list, or only accept) what is missing or was made from other sources."""
    done = LEDGER.read()
    mark = DRAFT if options.draft else ""
    digests = {picture.key: picture.digest for picture in pictures}
    # A finished picture also serves where a draft would do.
    current = {key: (digest, mark + digest) for key, digest in digests.items()}
    due = [p for p in pictures if is_due(p, done.get(p.key, ""), options, current[p.key])]
    print(f"{len(due)} of {len(pictures)} pictures to render", flush=True)
    for picture in due:
        started = time.monotonic()
        if options.list:
            print(picture.key)
            continue
        if not options.accept:
            with quiet():
                picture.render(options.samples, options.draft)
        LEDGER.record(picture.key, mark + digests[picture.key])
        print(f"{picture.key} {time.monotonic() - started:.0f} s", flush=True)


def main(arguments=None):
    options = parse(arguments)
    if options.check:
        return check()
    if options.photos:
        bring_in_photos(all_pictures())
        return 0
    if options.widths:
        print(*[key for key, picture in all_pictures().items() if picture.derive()] or ["none is missing"])
        return 0
    if options.overview:
        from .sheet import overview

        print(overview(all_pictures().values(), ROOT / "docs" / "pictures.webp"))
        return 0
    if options.blind:
        from .sheet import blind

        print(blind(all_pictures().values(), named(), options.blind))
        return 0
    pictures = [picture for picture in chosen(options, all_pictures()) if picture.source is not None]
    if options.judge:
        judge(pictures, options)
    else:
        bring_up_to_date(pictures, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
