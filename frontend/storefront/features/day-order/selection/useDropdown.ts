import { type RefObject, useEffect } from "react";

/** From this width the dropdown is a sidebar; the same as in CategoryNav.module.css. */
const SIDEBAR = "(min-width: 48rem)";

/** Distance of the list from the bottom of the window, in pixels. */
const FOOT = 8;

/**
 * Behaviour of an open dropdown: it locks the page's scrolling (specification, section 2), and closes by Esc, a click or
 * focus outside, and when the window reaches sidebar width. The height for its list is passed to the styles as `--room`.
 * Returns a function that closes it and focuses its button.
 */
export function useDropdown(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
): () => void {
  useEffect(() => {
    const element = root.current;
    if (!open || !element) return;
    const scrolling = document.body.style.overflow;
    document.body.style.overflow = "hidden";
    const fit = () => fitIntoWindow(element);
    fit();
    window.addEventListener("resize", fit);
    return () => {
      window.removeEventListener("resize", fit);
      document.body.style.overflow = scrolling;
    };
  }, [open, root]);

  useEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const { signal } = listening;
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeFromOutside, { signal });
    document.addEventListener("focusin", closeFromOutside, { signal });
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "Escape") closeWithFocus(root, setOpen);
      },
      { signal },
    );
    window.matchMedia(SIDEBAR).addEventListener("change", () => setOpen(false), { signal });
    return () => listening.abort();
  }, [open, root, setOpen]);

  return () => {
    if (open) closeWithFocus(root, setOpen);
  };
}

/** Scrolls the button to where it sticks, or to the top of the window, and measures the height below it. */
function fitIntoWindow(root: HTMLElement): void {
  const stuckAt = Math.max(0, Number.parseFloat(getComputedStyle(root).top));
  window.scrollBy({ top: root.getBoundingClientRect().top - stuckAt, behavior: "instant" });
  root.style.setProperty("--room", `${window.innerHeight - FOOT - root.getBoundingClientRect().bottom}px`);
}

function closeWithFocus(root: RefObject<HTMLElement | null>, setOpen: (open: boolean) => void): void {
  setOpen(false);
  root.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
}
