import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import type { PlacedDish } from "~/shared/domain/dishFilters";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import styles from "./DishList.module.css";
import { DishRow } from "./DishRow";

/** What covers the top of the window, in pixels: the header, and on phones the dropdown's button. */
const COVERED = 150;

/** Rows whose pictures are in view at once on most screens. */
const EAGER_ROWS = 4;

export interface DishListProps {
  kind: OrderKind;
  title: string;
  dishes: readonly PlacedDish[];
  heading: RefObject<HTMLHeadingElement | null>;
  /** Asked for with a dish that is to be seen closer. */
  onLook: (dish: Dish) => void;
  /** Stands in the list's place when it is empty. */
  nothing?: ReactNode;
  /** What the list is of: another one is read from its top. */
  listId: string;
}

/** The dishes of the chosen category, or what was found. */
export function DishList({ kind, title, dishes, heading, onLook, nothing, listId }: DishListProps) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const displayedId = useRef(listId);

  useEffect(() => {
    if (displayedId.current === listId) return;
    displayedId.current = listId;
    // Chosen from further down the page: the new list is read from its top.
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (top < COVERED) section.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [listId]);

  return (
    <section ref={section} aria-labelledby={headingId} className={styles.section}>
      <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.title} aria-live="polite">
        {title}
      </h2>
      {/* Firefox ticks again what was ticked before a reload, unless a form around the boxes says no: only the store may. */}
      <form method="dialog" autoComplete="off">
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
