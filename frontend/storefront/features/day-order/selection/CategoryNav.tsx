import { useEffect, useRef, useState } from "react";
import type { MenuCategory, OrderKind } from "~/shared/domain/menu";
import { countSelected } from "~/shared/domain/selection/dishSelection";
import { ChevronIcon } from "~/shared/ui/icons";
import { topBar } from "~/shared/ui/stickyBar";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import styles from "./CategoryNav.module.css";
import { useDropdown } from "./useDropdown";

export interface CategoryNavProps {
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
          <span className={visuallyHidden.text}> ticked</span>
        </span>
      )}
    </button>
  );
}
