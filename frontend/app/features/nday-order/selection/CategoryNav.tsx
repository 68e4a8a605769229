import { useEffect, useRef, useState } from "react";
import type { MenuCategory } from "~/domain/menu";
import { isTicked } from "~/domain/selection/ticked";
import { topBar } from "~/ui/coveringBar";
import { ChevronIcon } from "~/ui/icons/ChevronIcon";
import type { NDayOrder } from "../order";
import { useSelection } from "../useSelection";
import styles from "./CategoryNav.module.css";
import { useDropdown } from "./useDropdown";

export interface CategoryNavProps {
  order: NDayOrder;
  chosenId: string | undefined;
  onChoose: (categoryId: string) => void;
}

/** The categories of a menu: a sidebar where there is room, a dropdown on phones. One list serves both. */
export function CategoryNav({ order, chosenId, onChoose }: CategoryNavProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => topBar(nav.current), []);
  const [open, setOpen] = useState(false);
  const close = useDropdown(nav, open, setOpen);
  const ticked = useSelection(order.kind, (selection) => selection.selectedItems);
  const countIn = ({ items }: MenuCategory) => items.filter((dish) => isTicked(ticked, dish)).length;
  const chosen = order.menu.categories.find(({ id }) => id === chosenId);

  return (
    <nav ref={nav} aria-label="Categories" className={styles.nav}>
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
      <ul id="menu-categories" className={styles.list} data-open={open || undefined}>
        {order.menu.categories.map((category) => (
          <li key={category.id}>
            <CategoryButton
              title={category.title}
              count={countIn(category)}
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
  title: string;
  count: number;
  current: boolean;
  onPress: () => void;
}

function CategoryButton({ title, count, current, onPress }: CategoryButtonProps) {
  return (
    <button type="button" className={styles.category} aria-current={current || undefined} onClick={onPress}>
      {title}
      {count > 0 && (
        <span className={styles.count}>
          {count}
          <span className={styles.spoken}> ticked</span>
        </span>
      )}
    </button>
  );
}
