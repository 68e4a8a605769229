import { useId, useState } from "react";
import { toPaise } from "~/domain/pricing/paise";
import { formatRupees } from "~/lib/money";
import { Button } from "~/ui/Button";
import { ChevronIcon } from "~/ui/icons/ChevronIcon";
import type { NDayOrder } from "../order";
import { useSelection } from "../useSelection";
import styles from "./OrderSummary.module.css";
import { TickedDishes } from "./TickedDishes";

/** Appears with the first tick: how many dishes, what they cost, and the way on. On phones a bar that unfolds. */
export function OrderSummary({ order, onProceed }: { order: NDayOrder; onProceed: () => void }) {
  const headingId = useId();
  const listId = useId();
  const [unfolded, setUnfolded] = useState(false);
  const items = useSelection(order.kind, (selection) => selection.selectedItems);
  const totalCost = useSelection(order.kind, (selection) => selection.totalCost);
  if (items.length === 0) return <p className={styles.place}>Nothing ticked yet. Your dishes gather here.</p>;
  return (
    <section aria-labelledby={headingId} className={styles.summary} data-unfolded={unfolded || undefined}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          Order Summary
        </h2>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={unfolded}
          aria-controls={listId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? "Hide dishes" : "Show dishes"}
          <ChevronIcon size={20} />
        </button>
      </div>
      <TickedDishes id={listId} kind={order.kind} items={items} />
      <dl className={styles.totals} aria-live="polite">
        <div>
          <dt>Total Items</dt>
          <dd>{items.length}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd className={styles.amount}>{formatRupees(toPaise(totalCost), { decimals: "auto" })}</dd>
        </div>
      </dl>
      <p className={styles.basis}>per day, per meal</p>
      <div className={styles.proceed}>
        <Button block onClick={onProceed}>
          Proceed
        </Button>
      </div>
    </section>
  );
}
