import { useRef } from "react";
import { rules } from "~/shared/catalogue/rules";
import type { Dish } from "~/shared/domain/menu";
import type { DayOrderPrice } from "~/shared/domain/pricing/dayOrders";
import { describeLowerTotal, type LowerTotalHint } from "~/shared/domain/pricing/hint";
import { Notice } from "~/shared/ui/Notice";
import { ChangeLink } from "~/storefront/product/ChangeLink";
import { SummaryCard } from "~/storefront/product/SummaryCard";
import type { DayOrderConfig } from "../order";
import { amountText, describeForm, everyDayText } from "../orderText";
import { useSelection } from "../useSelection";
import styles from "./FormSummary.module.css";
import { SummaryTable } from "./SummaryTable";
import type { OrderFormValues } from "./values";

export interface FormSummaryProps {
  order: DayOrderConfig;
  /** Path of the menu. */
  menuPath: string;
  dishes: readonly Dish[];
  /** Null while the number of days is invalid: then no amount is shown. */
  price: DayOrderPrice | null;
  hint: LowerTotalHint | null;
  /** The selected meal sections. */
  meals: OrderFormValues["meals"];
  /** Called when the visitor follows the link to change the dishes. */
  onLeave: () => void;
}

/** The live order summary (specification, section 2: meal tray order form). */
export function FormSummary({ order, menuPath, dishes, price, hint, meals, onLeave }: FormSummaryProps) {
  const ordered = useSelection(order.kind, ({ sent }) => sent === dishes);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <SummaryCard
      topic={order.chatTopic}
      order={describeForm(dishes, { meals }, price)}
      heading={heading}
      change={
        <ChangeLink
          what="dishes"
          to={menuPath}
          selectedItems={ordered ? undefined : dishes.map(({ id }) => id)}
          onLeave={onLeave}
        />
      }
      className={styles.summary}
    >
      {price && <Days price={price} />}
      <SummaryTable order={order} dishes={dishes} price={price} heading={heading} />
      {dishes.length <= order.minimumDishes && <p className={styles.why}>{whyNoneGoes(order)}</p>}
      {price && <p className={styles.each}>{everyDayText(dishes.length, price.actualDays, { meals })}</p>}
      {price ? (
        <p className={styles.total} role="status">
          <span>Total Amount</span> <b>{amountText(price)}</b>
        </p>
      ) : (
        <p className={styles.waiting}>
          Choose {rules.days.min} to {rules.days.max} days to see the total.
        </p>
      )}
      {hint && <Notice>{describeLowerTotal(hint, "day", { decimals: "always" })}</Notice>}
    </SummaryCard>
  );
}

/** Why no dish can be removed. */
function whyNoneGoes({ minimumDishes }: DayOrderConfig): string {
  return minimumDishes === 1
    ? "At least one dish is needed."
    : `A tray needs at least ${minimumDishes} dishes.`;
}

function Days({ price: { actualDays, freeDays } }: { price: DayOrderPrice }) {
  return (
    <dl className={styles.days}>
      <div>
        <dt>Selected Days</dt>
        <dd>{actualDays}</dd>
      </div>
      {freeDays > 0 && (
        <div className={styles.free}>
          <dt>Free Days Applied</dt>
          <dd>{freeDays}</dd>
        </div>
      )}
    </dl>
  );
}
