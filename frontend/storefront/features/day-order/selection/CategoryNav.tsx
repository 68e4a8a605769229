import { type RefObject, useEffect, useRef, useState } from "react";
import type { MenuCategory, OrderKind } from "~/shared/domain/menu";
import { countSelected } from "~/shared/domain/selection/dishSelection";
import { ChevronIcon } from "~/shared/ui/icons";
import { topBar } from "~/shared/ui/stickyBar";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import styles from "./CategoryNav.module.css";

interface CategoryNavProps {
  order: DayOrderConfig;
  chosenId: string | undefined;
  onChoose: (categoryId: string) => void;
}

/** The categories of a menu: a sidebar on wide screens, a dropdown on phones. One list serves both. */
export function CategoryNav({ order, chosenId, onChoose }: CategoryNavProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => topBar(nav.current), []);
  const [open, setOpen] = useState(false);
  const close = useDropdown(nav, open, setOpen);
  const chosen = order.menu.categories.find(({ id }) => id === chosenId);

  return (
    <nav ref={nav} aria-label="Categories" className={styles.nav} data-open={open || undefined}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls="menu-categories"
        onClick={() => setOpen(!open)}
      >
        <span className={styles.toggleLabel}>Category</span>
        {chosen?.title ?? "Search results"}
        <ChevronIcon />
      </button>
      <ul id="menu-categories" className={styles.list}>
        {order.menu.categories.map((category) => (
          <li key={category.id}>
            <CategoryButton
              kind={order.kind}
              category={category}
              current={category.id === chosenId}
              onPress={() => {
                onChoose(category.id);
                close();
              }}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface CategoryButtonProps {
  kind: OrderKind;
  category: MenuCategory;
  current: boolean;
  onPress: () => void;
}

/** A component of its own: a toggle renders only the button of its own category. */
function CategoryButton({ kind, category, current, onPress }: CategoryButtonProps) {
  const count = useSelection(kind, ({ selectedItems }) => countSelected(selectedItems, category.items));
  return (
    <button type="button" className={styles.category} aria-current={current || undefined} onClick={onPress}>
      {category.title}
      {count > 0 && (
        <span className={styles.count}>
          {count}
          <span className={visuallyHidden.text}> picked</span>
        </span>
      )}
    </button>
  );
}

/** From this width the dropdown is a sidebar; the same as in CategoryNav.module.css. */
const SIDEBAR = "(min-width: 48rem)";

/** Distance of the list from the bottom of the window, in pixels. */
const FOOT = 8;

/**
 * Behaviour of an open dropdown: it locks the page's scrolling (specification, section 2), and closes by Esc, a click or
 * focus outside, and when the window reaches sidebar width. The height for its list is passed to the styles as `--room`.
 * Returns a function that closes it and focuses its button.
 */
function useDropdown(
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
