import { type RefObject, useEffect } from "react";

/** From this width the dropdown is a sidebar; the same as in CategoryNav.module.css. */
const SIDEBAR = "(min-width: 48rem)";

/**
 * Behaviour of an open dropdown: it locks the page's scrolling (specification, section 2), and closes by Esc, a click or
 * focus outside, and when the window reaches sidebar width. Returns a function that closes it and focuses its button.
 */
export function useDropdown(
  root: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
): () => void {
  useEffect(() => {
    if (!open) return;
    // Scrolls the button below the header first, or a long list would extend below the window.
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
