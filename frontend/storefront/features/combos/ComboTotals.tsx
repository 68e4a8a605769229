import { classNames } from "~/shared/lib/classNames";
import { formatRupees } from "~/shared/lib/money";
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
  const rupees = (paise: number) => formatRupees(paise, { decimals: "auto" });
  return (
    <dl className={classNames(styles.totals, className)}>
      <div>
        <dt>Total Items</dt>
        <dd>{count}</dd>
      </div>
      <div>
        <dt>Base Price</dt>
        <dd>{rupees(basePrice)}</dd>
      </div>
      {discount > 0 && (
        <div className={styles.discount}>
          <dt>Discount</dt>
          <dd>{rupees(-discount)}</dd>
        </div>
      )}
      <div className={styles.final}>
        <dt>Final Amount</dt>
        <dd>{rupees(finalAmount)}</dd>
      </div>
    </dl>
  );
}
