import { useId } from "react";
import { DeliveryNote } from "~/catalogue/DeliveryNote";
import { rules } from "~/catalogue/rules";
import { toPaise } from "~/domain/pricing/paise";
import { slotCount } from "~/domain/weekly/slots";
import { ComboTotals } from "../ComboTotals";
import type { ComboHandover } from "../handover";
import styles from "./ComboFormSummary.module.css";

export interface ComboFormSummaryProps {
  handover: ComboHandover;
  /** Days of the order: fixed by the rules, without an input. */
  days: number;
}

/** What the order comes to, as the picker handed it over. */
export function ComboFormSummary({ handover, days }: ComboFormSummaryProps) {
  const headingId = useId();
  const finalAmount = toPaise(handover.finalAmount);
  const discount = toPaise(handover.discount);
  return (
    <section aria-labelledby={headingId} className={styles.summary}>
      <h2 id={headingId} className={styles.title}>
        Order Summary
      </h2>
      <p className={styles.days}>
        <span>Days</span> <b>{days}</b>
      </p>
      {days < rules.days.min && <p className={styles.error}>Minimum {rules.days.min} days required.</p>}
      <ComboTotals
        count={slotCount(handover.selectedItems)}
        basePrice={finalAmount + discount}
        discount={discount}
        finalAmount={finalAmount}
      />
      <DeliveryNote />
    </section>
  );
}
