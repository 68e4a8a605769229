import { useId } from "react";
import { rules } from "~/shared/catalogue/rules";
import { priceCombos } from "~/shared/domain/pricing/combos";
import { describeLowerTotal, lowerTotalWithExtraItem } from "~/shared/domain/pricing/hint";
import { Button } from "~/shared/ui/Button";
import { Notice } from "~/shared/ui/Notice";
import { footBar } from "~/shared/ui/stickyBar";
import { ComboTotals } from "../ComboTotals";
import styles from "./ComboSummary.module.css";

export interface ComboSummaryProps {
  /** Number of selected items. */
  count: number;
  onProceed: () => void;
}

/** The total and the button to continue (specification, section 2). On phones a sticky bar at the bottom. */
export function ComboSummary({ count, onProceed }: ComboSummaryProps) {
  const headingId = useId();
  const price = priceCombos(count, rules.combos);
  const hint = lowerTotalWithExtraItem(count, rules.combos);
  return (
    <section
      ref={count > 0 ? footBar : undefined}
      aria-labelledby={headingId}
      className={styles.summary}
      data-empty={count === 0 || undefined}
    >
      <h2 id={headingId} className={styles.title}>
        Order Summary
      </h2>
      <div role="status" className={styles.status}>
        <ComboTotals count={count} {...price} className={styles.totals} />
        {hint && <Notice>{describeLowerTotal(hint, "item")}</Notice>}
      </div>
      <Button block disabled={count === 0} onClick={onProceed} className={styles.proceed}>
        Proceed to Order Form
      </Button>
    </section>
  );
}
