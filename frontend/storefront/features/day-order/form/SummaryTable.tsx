import { type RefObject, useRef } from "react";
import type { Dish } from "~/shared/domain/menu";
import type { DayOrderPrice, PerItemCost } from "~/shared/domain/pricing/dayOrders";
import { formatRupees } from "~/shared/lib/money";
import { REMOVES, useFocusAfterRemoval } from "~/shared/lib/useFocusAfterRemoval";
import { CloseIcon } from "~/shared/ui/icons";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import styles from "./SummaryTable.module.css";

export interface SummaryTableProps {
  order: DayOrderConfig;
  dishes: readonly Dish[];
  price: DayOrderPrice | null;
  /** Takes the focus when no further dish can be removed. */
  heading: RefObject<HTMLElement | null>;
}

/** Item and price of each dish. A dish can be removed while enough of them remain for an order. */
export function SummaryTable({ order, dishes, price, heading }: SummaryTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const onRemove = useFocusAfterRemoval(body, dishes.length, heading);
  const toggle = useSelection(order.kind, (selection) => selection.toggle);
  const removable = dishes.length > order.minimumDishes;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Price</th>
          {removable && <td />}
        </tr>
      </thead>
      <tbody ref={body}>
        {dishes.map((dish, index) => (
          <tr key={dish.id}>
            <th scope="row">{dish.name}</th>
            <td>
              {dish.prices ? <LinePrice line={price?.perItemCosts[index]} /> : <small>on request</small>}
            </td>
            {removable && (
              <td className={styles.out}>
                <button
                  type="button"
                  className={styles.remove}
                  {...REMOVES}
                  onClick={() => {
                    onRemove(index);
                    toggle(dish);
                  }}
                >
                  <CloseIcon size={18} label={`Remove ${dish.name}`} />
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LinePrice({ line }: { line: PerItemCost | undefined }) {
  if (!line) return <>–</>;
  return (
    <>
      {line.showStrike && line.originalCost !== null && (
        <s className={styles.original}>
          <span className={visuallyHidden.text}>before discount </span>
          {formatRupees(line.originalCost)}
        </s>
      )}{" "}
      {formatRupees(line.discountedCost)}
    </>
  );
}
