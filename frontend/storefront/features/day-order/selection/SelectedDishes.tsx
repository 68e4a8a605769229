import { memo, useCallback } from "react";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { type Block, blocksOf } from "~/shared/domain/selection/dishSelection";
import { formatRupees } from "~/shared/lib/money";
import { REMOVES } from "~/shared/lib/useFocusAfterRemoval";
import { CloseIcon } from "~/shared/ui/icons";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import { selections } from "~/storefront/state/selection/store";
import styles from "./SelectedDishes.module.css";

export interface SelectedDishesProps {
  id: string;
  kind: OrderKind;
  /** Called with the index of a dish before it is removed. */
  onRemove: (index: number) => void;
}

/** The selected dishes with their week prices and a remove button. */
export function SelectedDishes({ id, kind, onRemove }: SelectedDishesProps) {
  const items = useSelection(kind, (selection) => selection.selectedItems);
  const remove = useCallback(
    (dish: Dish) => {
      const { selectedItems, toggle } = selections[kind].getState();
      onRemove(selectedItems.indexOf(dish));
      toggle(dish);
    },
    [kind, onRemove],
  );
  return (
    <ul id={id} className={styles.list}>
      {blocksOf(items).map((block, place) => (
        // A block never changes its index.
        <DishBlock key={place} block={block} onRemove={remove} />
      ))}
    </ul>
  );
}

/** Memoized: a toggle renders only its own block. */
const DishBlock = memo(function DishBlock({ block, onRemove }: DishBlockProps) {
  return block.map((dish) => <SelectedDish key={dish.id} dish={dish} onRemove={onRemove} />);
});

interface DishBlockProps {
  block: Block;
  onRemove: (dish: Dish) => void;
}

interface SelectedDishProps {
  dish: Dish;
  onRemove: (dish: Dish) => void;
}

const SelectedDish = memo(function SelectedDish({ dish, onRemove }: SelectedDishProps) {
  return (
    <li className={styles.line}>
      <span className={styles.name}>{dish.name}</span>
      <span className={styles.price}>
        {dish.prices?.week === undefined ? "on request" : formatRupees(toPaise(dish.prices.week))}
      </span>
      <button type="button" className={styles.remove} {...REMOVES} onClick={() => onRemove(dish)}>
        <CloseIcon size={18} label={`Remove ${dish.name}`} />
      </button>
    </li>
  );
});
