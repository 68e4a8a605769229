import type { Dish, OrderKind } from "~/domain/menu";
import { toPaise } from "~/domain/pricing/paise";
import { formatRupees } from "~/lib/money";
import { CloseIcon } from "~/ui/icons/CloseIcon";
import { useSelection } from "../useSelection";
import styles from "./TickedDishes.module.css";

export interface TickedDishesProps {
  id: string;
  kind: OrderKind;
  items: readonly Dish[];
}

/** The ticked dishes with their week prices, each with a way to take it out again. */
export function TickedDishes({ id, kind, items }: TickedDishesProps) {
  const toggle = useSelection(kind, (selection) => selection.toggle);
  return (
    <ul id={id} className={styles.list}>
      {items.map((dish) => (
        <li key={dish.id} className={styles.line}>
          <span className={styles.name}>{dish.name}</span>
          <span className={styles.price}>
            {dish.prices?.week === undefined
              ? "on request"
              : formatRupees(toPaise(dish.prices.week), { decimals: "auto" })}
          </span>
          <button type="button" className={styles.remove} onClick={() => toggle(dish)}>
            <CloseIcon size={18} label={`Remove ${dish.name}`} />
          </button>
        </li>
      ))}
    </ul>
  );
}
