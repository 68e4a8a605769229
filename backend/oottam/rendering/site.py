"""Renderings: the pages of a shop's own folder, each whole in a folder of its own, one of them current.

    OOTTAM_VAR/rendered/current             a link to one of the following
    OOTTAM_VAR/rendered/<digest>/site/      pages, modules of content, icons: served under /order, before the build's
    OOTTAM_VAR/rendered/<digest>/           routes.json and content.json as in the build; pictures.json; menu.json, the
                                            edition's number, what is sold out, and what dishes hold; contract/, a copy
                                            of the shop's files, by which orders are priced
    OOTTAM_VAR/rendered/.former-<digest>/   site/assets of one that was replaced, for pages that are still open
    OOTTAM_VAR/rendered/pictures/           the shop's photographs in their sizes, under names that change with them

The digest is that of everything that was rendered and of the renderer. A rendering that ends halfway leaves only a
draft, which the next one removes.
"""

import fcntl
import hashlib
import json
import logging
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from whitenoise.compress import Compressor

from oottam import catalogue
from oottam.catalogue.dish_facts import without_figures
from oottam.catalogue.folder import KITCHEN, PICTURES, SHIPPED, TEXTS, contract_files, own_names
from oottam.catalogue.pictures import NORMALISED, check_pictures, root_pictures
from oottam.rendering import page_check, renderer

logger = logging.getLogger(__name__)
CURRENT, DRAFT, FORMER, LOCK = "current", ".draft", ".former-", ".lock"
RENDERINGS_TO_KEEP = 3
FORMER_FILES_SECONDS = 24 * 3600  # pages that are open ask for files of former ones
MAX_FORMER = 48  # a kitchen that marks dishes all day must not fill the disk
NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Rendering:
    """One rendering, by its folder."""

    folder: Path

    @property
    def build(self) -> str:
        """The digest of the renderer that made it: its pages name files of that build only."""
        return self.folder.name.partition("-")[0]

    @property
    def contract(self) -> Path:
        """The copy of the shop's files; the shipped ones where it has none."""
        own = self.folder / "contract"
        return own if own.is_dir() else SHIPPED

    @property
    def menu(self) -> tuple[int, dict[str, str], dict[str, Any]]:
        """The edition's number, 0 for a contract folder, until when dishes are sold out, and what dishes hold."""
        menu = json.loads((self.folder / "menu.json").read_bytes())
        return menu["edition"], menu["soldOut"], menu.get("facts", {})

    def asset_folders(self) -> list[Path]:
        """Folders of files below /order/assets of this rendering and former ones."""
        root = self.folder.parent
        folders = [*root.glob(f"{FORMER}*"), *_finished(root)]
        return [*(folder / "site/assets" for folder in folders), root / PICTURES]


def is_needed(
    contract: Path,
    storefront: Path,
    call_bases: Mapping[str, str],
    sold_out: Mapping[str, str] = NOTHING,
    facts: Mapping[str, Any] = NOTHING,
) -> bool:
    """False for the shipped contract, whose pages are in the build, while dishes hold what they do there."""
    return (
        contract.resolve() != SHIPPED
        or bool(call_bases)
        or bool(sold_out)
        or _are_others(facts, storefront / "facts.json")
    )


def _are_others(facts: Mapping[str, Any], of_build: Path) -> bool:
    """False without a build, which is reported where its pages are read."""
    return of_build.is_file() and facts != json.loads(of_build.read_bytes())


def latest(var: Path) -> Rendering | None:
    """The current rendering; None before the first one."""
    link = var / "rendered" / CURRENT
    return Rendering(link.resolve()) if link.is_dir() else None


def require(
    contract: Path,
    storefront: Path,
    var: Path,
    call_bases: Mapping[str, str],
    *,
    edition: int = 0,
    sold_out: Mapping[str, str] = NOTHING,
    facts: Mapping[str, Any] = NOTHING,
) -> Rendering:
    """
    The current rendering of a server that starts, rendered now if anything has changed. When that fails, the former
    one with an error in the log, if it is of this build. Raises ImproperlyConfigured when there is none; RenderError never.
    """
    try:
        return render(
            contract,
            storefront,
            var,
            call_bases,
            edition=edition,
            sold_out=sold_out,
            facts=facts,
        )
    except renderer.RenderError as error:
        former = latest(var)
        if former is None or former.build != _build_digest(storefront / "renderer"):
            raise ImproperlyConfigured(
                f"The pages of {contract} cannot be rendered. {error}"
            ) from error
        logger.error("The pages stay those of the last rendering. %s", error)  # noqa: TRY400 - a sentence
        return former


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Raise RenderError for files that cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise renderer.RenderError(
            f"A file cannot be read or written ({error.strerror}): {error.filename}."
        ) from error


@_disk_errors()
def render(
    contract: Path,
    storefront: Path,
    var: Path,
    call_bases: Mapping[str, str],
    *,
    edition: int = 0,
    sold_out: Mapping[str, str] = NOTHING,
    facts: Mapping[str, Any] = NOTHING,
    is_trial: bool = False,
) -> Rendering:
    """
    Make the rendering of `contract` with the build in `storefront` the current one. `edition` is the number that pages
    send with orders; `sold_out` says by dish name until when: "today", an ISO date, or "" (until it is taken back);
    `facts` what a dish holds (`catalogue/dish_facts.py`).
    A trial shows that the contract can be rendered, and leaves the current one. Raises ImproperlyConfigured for
    what is wrong in the contract folder, RenderError when the renderer or the disk fails, or the folder is changed
    meanwhile; then the current one stays.
    """
    menu = {"edition": edition, "soldOut": dict(sold_out), "facts": dict(facts)}
    own = _own_digest(contract)  # before anything is read, to notice what is changed from here on
    is_shown = catalogue.load(contract).site.figures != "nowhere"
    check_pictures(contract)
    root = var / "rendered"
    (root / PICTURES).mkdir(parents=True, exist_ok=True)
    with _locked(root / LOCK):
        for draft in root.glob(f"{DRAFT}*"):
            shutil.rmtree(draft, ignore_errors=True)
        content, icons, photographs = _input(contract, storefront, root, call_bases)
        content |= menu if is_shown else {**menu, "facts": without_figures(facts)}
        digest = hashlib.sha256(json.dumps([content, icons], sort_keys=True).encode()).hexdigest()
        folder = root / f"{_build_digest(storefront / 'renderer')}-{own}-{digest[:16]}"
        if not folder.is_dir():
            rendered = renderer.run(storefront / "renderer", content)
            known = {*rendered.site, *(f"assets/{name}" for name in photographs)}
            page_check.check_pages(
                rendered.site, lambda name: name in known or (storefront / "site" / name).exists()
            )
            try:
                _write(root / DRAFT, contract, rendered, photographs, menu)
                _require_unchanged(contract, root / DRAFT / "contract", own)
            except (OSError, renderer.RenderError):
                shutil.rmtree(root / DRAFT, ignore_errors=True)  # a full disk needs the room
                raise
            os.sync()  # else a power failure could leave the name of a folder whose files are empty
            (root / DRAFT).rename(folder)
        folder.touch()
        # Before the link: a server that sees it reads every folder that is left.
        _prune(root, folder)
        if not is_trial:
            _point(root / CURRENT, folder)
    return Rendering(folder)


def _input(
    contract: Path, storefront: Path, root: Path, call_bases: Mapping[str, str]
) -> tuple[dict[str, Any], list[str], list[str]]:
    """The renderer's input, digests of the files of icons, and the names of the photographs' files."""
    files = {
        name: json.loads(file.read_text("utf-8"))
        for name, file in contract_files(contract).items()
        if name not in (*KITCHEN, *TEXTS)
    }
    table = json.loads((storefront / "renderer/pictures.json").read_text("utf-8"))
    names: list[str] = []
    if (contract / PICTURES).is_dir():
        from oottam.rendering import pictures  # noqa: PLC0415 - imports Pillow

        names = pictures.add_photographs(table, contract / PICTURES, root / PICTURES)
    icons = root_pictures(contract / PICTURES)
    content = {
        "files": files,
        "pictures": table,
        "hasOwnIcon": "icon" in icons,
        "callBases": dict(call_bases),
    }
    return (
        content,
        [
            hashlib.sha256(b"%d" % NORMALISED + icon.read_bytes()).hexdigest()
            for icon in icons.values()
        ],
        names,
    )


def _write(
    draft: Path,
    contract: Path,
    rendered: renderer.Rendered,
    photographs: list[str],
    menu: dict[str, Any],
) -> None:
    site = draft / "site"
    for name, text in rendered.site.items():
        file = site / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    if (contract / PICTURES).is_dir():
        from oottam.rendering import pictures  # noqa: PLC0415 - imports Pillow

        pictures.write_icons(contract / PICTURES, site)
    _compress(site)
    for name, value in (
        ("routes.json", rendered.routes),
        ("content.json", rendered.content),
        ("pictures.json", photographs),
        ("menu.json", menu),
    ):
        (draft / name).write_text(json.dumps(value), "utf-8")
    for name in own_names(contract):
        target = draft / "contract" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(contract / name, target)


def _require_unchanged(contract: Path, copied: Path, own: str) -> None:
    """Raise RenderError if the copied files, by which orders are priced, are not those that pages were rendered from."""
    if _own_digest(copied) != own:
        raise renderer.RenderError(
            f"{contract} was changed while its pages were rendered. Render again."
        )


def _compress(site: Path) -> None:
    """A Brotli and a gzip form beside each text, as of the build's files."""
    compressor = Compressor(quiet=True)
    files = [
        file for file in site.rglob("*") if file.is_file() and compressor.should_compress(file.name)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(lambda file: list(compressor.compress(str(file))), files):
            pass


def _build_digest(folder: Path) -> str:
    """Of the renderer, which changes with every page's code."""
    total = hashlib.sha256()
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        total.update(file.read_bytes())
    return total.hexdigest()[:12]


def _own_digest(contract: Path) -> str:
    """Of the shop's own files; those of the kitchen and its texts are on no page, but are copied along."""
    total = hashlib.sha256()
    for name in own_names(contract):
        total.update(f"{name}\0".encode() + (contract / name).read_bytes())
    return total.hexdigest()[:12]


def _finished(root: Path) -> list[Path]:
    """Renderings, the most recently used one last."""
    found = [folder for folder in root.iterdir() if (folder / "routes.json").is_file()]
    found = [folder for folder in found if not folder.is_symlink() and folder.name != DRAFT]
    return sorted(found, key=lambda folder: folder.stat().st_mtime)


def _point(link: Path, folder: Path) -> None:
    if link.is_symlink() and link.resolve() == folder:
        return
    new = link.with_name(f"{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(folder.name)
    new.replace(link)


def _prune(root: Path, newest: Path) -> None:
    """Keep of former renderings their assets for a day, but remove neither the newest nor the current one."""
    current = (root / CURRENT).resolve().name
    former = [folder for folder in _finished(root) if folder.name not in (newest.name, current)]
    others = RENDERINGS_TO_KEEP - len({newest.name, current})
    for folder in former[:-others]:
        draft = root / f"{DRAFT}-{folder.name}"
        folder.rename(draft)  # a folder of a rendering's name is whole
        _keep_assets(draft, root)
        shutil.rmtree(draft, ignore_errors=True)
    kept = sorted(root.glob(f"{FORMER}*"), key=lambda folder: folder.stat().st_mtime)
    expired = time.time() - FORMER_FILES_SECONDS
    for position, folder in enumerate(reversed(kept)):
        if position >= MAX_FORMER or folder.stat().st_mtime < expired:
            shutil.rmtree(folder, ignore_errors=True)
    used = {
        name
        for folder in _finished(root)
        for name in json.loads((folder / "pictures.json").read_text("utf-8"))
    }
    for file in (root / PICTURES).iterdir():
        if file.name not in used:
            with suppress(FileNotFoundError):
                file.unlink()


def _keep_assets(draft: Path, root: Path) -> None:
    """Move the assets of a rendering that is being removed to where they stay served."""
    assets, name = draft / "site/assets", draft.name.removeprefix(f"{DRAFT}-")
    former = root / f"{FORMER}{name}"
    if assets.is_dir() and not former.exists():
        (draft / "former/site").mkdir(parents=True)
        assets.rename(draft / "former/site/assets")
        (draft / "former").rename(former)
        former.touch()


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """One rendering at a time, of all processes."""
    with file.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
