import { useEffect, useId, useRef } from "react";
import type { MenuCategory, OrderKind } from "~/domain/menu";
import styles from "./DishList.module.css";
import { DishRow } from "./DishRow";

/** What covers the top of the window, in pixels: the header, and on phones the dropdown's button. */
const COVERED = 150;

/** Rows whose pictures are in view at once on most screens. */
const EAGER_ROWS = 4;

/** The dishes of the chosen category. */
export function DishList({ kind, category }: { kind: OrderKind; category: MenuCategory }) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const shownId = useRef(category.id);

  useEffect(() => {
    if (shownId.current === category.id) return;
    shownId.current = category.id;
    // Chosen from further down the page: the new list is read from its top.
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (top < COVERED) section.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [category.id]);

  return (
    <section ref={section} aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId} className={styles.title} aria-live="polite">
        {category.title}
      </h2>
      <ul className={styles.list}>
        {category.items.map((dish, index) => (
          <DishRow
            key={dish.id}
            kind={kind}
            dish={dish}
            categoryId={category.id}
            eager={index < EAGER_ROWS}
          />
        ))}
      </ul>
    </section>
  );
}
