import { classNames } from "~/shared/lib/classNames";
import { formatRupees } from "~/shared/lib/text";
import summary from "~/storefront/product/SummaryCard.module.css";
import styles from "./ComboTotals.module.css";

export interface ComboTotalsProps {
  count: number;
  /** Amounts in paise. */
  basePrice: number;
  discount: number;
  finalAmount: number;
  className?: string;
}

/** Items, base price, discount if any, and the final amount. */
export function ComboTotals({ count, basePrice, discount, finalAmount, className }: ComboTotalsProps) {
  return (
    <dl className={classNames(summary.figures, styles.totals, className)}>
      <div>
        <dt>Total Items</dt>
        <dd>{count}</dd>
      </div>
      <div>
        <dt>Base Price</dt>
        <dd>{formatRupees(basePrice)}</dd>
      </div>
      {discount > 0 && (
        <div className={summary.saved}>
          <dt>Discount</dt>
          <dd>{formatRupees(-discount)}</dd>
        </div>
      )}
      <div className={styles.final}>
        <dt>Final Amount</dt>
        <dd>{formatRupees(finalAmount)}</dd>
      </div>
    </dl>
  );
}
