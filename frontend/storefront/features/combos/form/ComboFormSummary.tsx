import { rules } from "~/shared/catalogue/rules";
import { toPaise } from "~/shared/domain/pricing/paise";
import { slotCount } from "~/shared/domain/weekly/slots";
import { paths } from "~/storefront/paths";
import { ChangeLink } from "~/storefront/product/ChangeLink";
import { SummaryCard } from "~/storefront/product/SummaryCard";
import { ComboTotals } from "../ComboTotals";
import { COMBO_TOPIC, describeCombo } from "../comboText";
import type { ComboHandover } from "../handover";
import styles from "./ComboFormSummary.module.css";

export interface ComboFormSummaryProps {
  handover: ComboHandover;
  /** Days of the order, fixed by the rules: the days of each week of the menu. */
  days: number;
  /** Called when the visitor follows the link to change the meals. */
  onLeave: () => void;
}

/** The order summary, from the picker's navigation state. */
export function ComboFormSummary({ handover, days, onLeave }: ComboFormSummaryProps) {
  const finalAmount = toPaise(handover.finalAmount);
  const discount = toPaise(handover.discount);
  return (
    <SummaryCard
      topic={COMBO_TOPIC}
      order={describeCombo(handover)}
      change={
        <ChangeLink
          what="meals"
          to={paths.combos()}
          selectedItems={handover.selectedItems}
          onLeave={onLeave}
        />
      }
    >
      <p className={styles.days}>
        <span>Days</span>{" "}
        <span>
          <b>{days}</b> a week, Monday to Saturday
        </span>
      </p>
      {days < rules.days.min && <p className={styles.error}>Minimum {rules.days.min} days required.</p>}
      <ComboTotals
        count={slotCount(handover.selectedItems)}
        basePrice={finalAmount + discount}
        discount={discount}
        finalAmount={finalAmount}
      />
    </SummaryCard>
  );
}
