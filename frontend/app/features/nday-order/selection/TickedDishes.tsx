import { memo, useCallback, useDeferredValue, useLayoutEffect, useRef } from "react";
import type { Dish, OrderKind } from "~/domain/menu";
import { toPaise } from "~/domain/pricing/paise";
import { formatRupees } from "~/lib/money";
import { REMOVES } from "~/lib/useFocusAfterRemoval";
import { CloseIcon } from "~/ui/icons/CloseIcon";
import { useSelection } from "../useSelection";
import styles from "./TickedDishes.module.css";

export interface TickedDishesProps {
  id: string;
  kind: OrderKind;
  items: readonly Dish[];
  /** Told the index of a dish that is about to go. */
  onRemove: (index: number) => void;
}

/** The ticked dishes with their week prices, each with a way to take it out again. */
export function TickedDishes({ id, kind, items, onRemove }: TickedDishesProps) {
  const toggle = useSelection(kind, (selection) => selection.toggle);
  const remove = useRef<TickedDishProps["onRemove"]>(null);
  useLayoutEffect(() => {
    remove.current = (dish) => {
      onRemove(items.indexOf(dish));
      toggle(dish);
    };
  });
  const onRemoveDish = useCallback((dish: Dish) => remove.current?.(dish), []);
  // A tick and the total are painted first, its line a moment later; what goes is gone at once, as the focus moves on.
  const drawn = useDeferredValue(items);
  const shown = items.length > drawn.length ? drawn : items;
  return (
    <ul id={id} className={styles.list}>
      {shown.map((dish) => (
        <TickedDish key={dish.id} dish={dish} onRemove={onRemoveDish} />
      ))}
    </ul>
  );
}

interface TickedDishProps {
  dish: Dish;
  onRemove: (dish: Dish) => void;
}

/** A tick draws only its own line, however many there are. */
const TickedDish = memo(function TickedDish({ dish, onRemove }: TickedDishProps) {
  return (
    <li className={styles.line}>
      <span className={styles.name}>{dish.name}</span>
      <span className={styles.price}>
        {dish.prices?.week === undefined
          ? "on request"
          : formatRupees(toPaise(dish.prices.week), { decimals: "auto" })}
      </span>
      <button type="button" className={styles.remove} {...REMOVES} onClick={() => onRemove(dish)}>
        <CloseIcon size={18} label={`Remove ${dish.name}`} />
      </button>
    </li>
  );
});
