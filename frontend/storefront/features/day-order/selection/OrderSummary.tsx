import { memo, type RefObject, useId, useRef, useState } from "react";
import type { OrderKind } from "~/shared/domain/menu";
import { useFocusAfterRemoval } from "~/shared/lib/useFocusAfterRemoval";
import { Button } from "~/shared/ui/Button";
import { ChevronIcon } from "~/shared/ui/icons";
import { footBar } from "~/shared/ui/stickyBar";
import { useRootAttribute } from "~/shared/ui/useRootAttribute";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import styles from "./OrderSummary.module.css";
import { SelectedDishes } from "./SelectedDishes";
import { totalText } from "./totalText";
import { type SummaryPlace, useSummaryPlace } from "./useSummaryPlace";

export interface OrderSummaryProps {
  order: DayOrderConfig;
  onProceed: () => void;
  /** Takes the focus when the last dish is removed. */
  heading: RefObject<HTMLElement | null>;
}

/** Number of dishes, total and the button to continue. Appears with the first selected dish, in view wherever there is room. */
export function OrderSummary({ order, onProceed, heading }: OrderSummaryProps) {
  const column = useRef<HTMLDivElement>(null);
  const place = useSummaryPlace(column);
  const count = useSelection(order.kind, (selection) => selection.selectedItems.length);
  const onRemove = useFocusAfterRemoval(column, count, heading);
  return (
    <div ref={column} className={styles.column}>
      <div className={styles.sticky}>
        {count === 0 ? (
          <p className={styles.nothing}>No dishes yet. Your picks will show up here.</p>
        ) : (
          <Summary kind={order.kind} place={place} onProceed={onProceed} onRemove={onRemove} />
        )}
      </div>
    </div>
  );
}

interface SummaryProps {
  kind: OrderKind;
  place: SummaryPlace;
  onProceed: () => void;
  onRemove: (index: number) => void;
}

/** A component of its own: a toggle renders only its line and the totals. */
const Summary = memo(function Summary({ kind, place, onProceed, onRemove }: SummaryProps) {
  const headingId = useId();
  const listId = useId();
  const [unfolded, setUnfolded] = useState(false);
  useRootAttribute("data-foot-bar", place === "bar");
  return (
    <section
      ref={footBar}
      aria-labelledby={headingId}
      className={styles.summary}
      data-place={place}
      data-unfolded={unfolded || undefined}
    >
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          Order Summary
        </h2>
        {place !== "card" && (
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
        )}
      </div>
      <SelectedDishes id={listId} kind={kind} onRemove={onRemove} />
      <Totals kind={kind} />
      <div className={styles.proceed}>
        <Button block onClick={onProceed}>
          Proceed
        </Button>
      </div>
    </section>
  );
});

function Totals({ kind }: { kind: OrderKind }) {
  const items = useSelection(kind, (selection) => selection.selectedItems);
  const totalCost = useSelection(kind, (selection) => selection.totalCost);
  const priced = items.some((dish) => dish.prices);
  return (
    <>
      <dl className={styles.totals}>
        <div>
          <dt>Total Items</dt>
          <dd>{items.length}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd className={priced ? styles.amount : undefined}>{totalText(items, totalCost)}</dd>
        </div>
      </dl>
      {(priced || items.length > 1) && (
        <p className={styles.basis}>
          {priced && <span>per day, per meal</span>}{" "}
          {items.length > 1 && <span>All {items.length} come each day.</span>}
        </p>
      )}
    </>
  );
}
