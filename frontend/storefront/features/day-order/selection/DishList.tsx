import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import type { PlacedDish } from "~/shared/domain/dishFilters";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import styles from "./DishList.module.css";
import { DishRow } from "./DishRow";

/** Height in pixels of the sticky header and, on phones, the dropdown's button. */
const COVERED = 150;

/** Rows whose pictures are in view at once on most screens. */
const EAGER_ROWS = 4;

export interface DishListProps {
  kind: OrderKind;
  title: string;
  dishes: readonly PlacedDish[];
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called with the dish to show in the dialog. */
  onLook: (dish: Dish) => void;
  /** Rendered instead of an empty list. */
  nothing?: ReactNode;
  /** Identifies the category or search: the window scrolls to the top of another one. */
  listId: string;
}

/** The dishes of the selected category or of the search. */
export function DishList({ kind, title, dishes, heading, onLook, nothing, listId }: DishListProps) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const displayedId = useRef(listId);

  useEffect(() => {
    if (displayedId.current === listId) return;
    displayedId.current = listId;
    // Scrolls up to the top of the new list.
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (top < COVERED) section.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [listId]);

  return (
    <section ref={section} aria-labelledby={headingId} className={styles.section}>
      <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.title} aria-live="polite">
        {title}
      </h2>
      {/* autocomplete="off": Firefox restores checkboxes on reload, but only the store may. */}
      <form method="post" autoComplete="off" onSubmit={(event) => event.preventDefault()}>
        <ul className={styles.list}>
          {dishes.map(({ dish }, index) => (
            <DishRow key={dish.id} kind={kind} dish={dish} eager={index < EAGER_ROWS} onLook={onLook} />
          ))}
        </ul>
      </form>
      {dishes.length === 0 && nothing}
    </section>
  );
}
