import { type RefObject, useEffect } from "react";

/** From here on the dropdown is a sidebar; the same width stands in CategoryNav.module.css. */
const SIDEBAR = "(min-width: 48rem)";

/**
 * Behaviour of an open dropdown: the page behind it does not scroll (specification, section 2), and Esc, a press
 * outside, focus that moves on and a window that grows to sidebar width all close it.
 * Returns how to close it from inside, with focus back on its button.
 */
export function useDropdown(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
): () => void {
  useEffect(() => {
    if (!open) return;
    // To its place below the header first, or a long list would end below the window, out of reach.
    root.current?.scrollIntoView({ block: "start", behavior: "instant" });
    const scrolling = document.body.style.overflow;
    document.body.style.overflow = "hidden";
    return () => {
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

function closeWithFocus(root: RefObject<HTMLElement | null>, setOpen: (open: boolean) => void): void {
  setOpen(false);
  root.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
}
