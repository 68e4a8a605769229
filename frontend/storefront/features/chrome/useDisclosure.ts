import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";

/**
 * A disclosure in the header. It closes by Esc (the focus returns to the opener), by a click or focus outside
 * `container`, and on navigation: the open state belongs to one history entry.
 */
export function useDisclosure(
  container: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
) {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === key;

  useEffect(() => {
    if (!open) return;
    const close = () => setOpenedAt(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      opener.current?.focus();
    };
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) close();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
    };
  }, [open, container, opener]);

  return { open, toggle: () => setOpenedAt(open ? null : key) };
}
