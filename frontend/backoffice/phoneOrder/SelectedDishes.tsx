import { type RefObject, useRef } from "react";
import type { Dish } from "~/shared/domain/menu";
import type { DayOrderPrice } from "~/shared/domain/pricing/dayOrders";
import { formatRupees } from "~/shared/lib/text";
import { REMOVES, useFocusAfterRemoval } from "~/shared/lib/useFocusAfterRemoval";
import { CloseIcon } from "~/shared/ui/icons";
import styles from "./phoneOrder.module.css";

export interface SelectedDishesProps {
  dishes: readonly Dish[];
  price: DayOrderPrice | null;
  onRemove: (dish: Dish) => void;
  /** Takes the focus when the last dish is removed. */
  search: RefObject<HTMLInputElement | null>;
}

/** The selected dishes with their amounts, for reading back to the customer. */
export function SelectedDishes({ dishes, price, onRemove, search }: SelectedDishesProps) {
  const list = useRef<HTMLUListElement>(null);
  const onRemoval = useFocusAfterRemoval(list, dishes.length, search);
  if (dishes.length === 0) return <p className={styles.nothing}>No dishes yet.</p>;
  return (
    <section aria-label="Selected dishes">
      <h2 className={styles.heading}>Ticked</h2>
      <ul ref={list} className={styles.selected}>
        {dishes.map((dish, index) => (
          <li key={dish.id}>
            <span className={styles.dish}>{dish.name}</span>
            <LineAmount dish={dish} line={price?.perItemCosts[index]} />
            <button
              type="button"
              className={styles.remove}
              {...REMOVES}
              onClick={() => {
                onRemoval(index);
                onRemove(dish);
              }}
            >
              <CloseIcon size={18} label={`Remove ${dish.name}`} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineAmount({ dish, line }: { dish: Dish; line: DayOrderPrice["perItemCosts"][number] | undefined }) {
  if (!dish.prices) return <span className={styles.price}>on request</span>;
  if (!line) return <span className={styles.price}>–</span>;
  return (
    <span className={styles.price}>
      {line.showStrike && line.originalCost !== null && (
        <s>
          <span className="visually-hidden">before discount </span>
          {formatRupees(line.originalCost)}
        </s>
      )}{" "}
      {formatRupees(line.discountedCost)}
    </span>
  );
}
