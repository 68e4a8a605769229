import { type RefObject, useRef } from "react";
import { rules } from "~/shared/catalogue/rules";
import { addAmounts, amountOf, amountText, timesAmount } from "~/shared/domain/facts";
import type { Dish } from "~/shared/domain/menu";
import type { DayOrderPrice, PerItemCost } from "~/shared/domain/pricing/dayOrders";
import { describeLowerTotal, type LowerTotalHint } from "~/shared/domain/pricing/hint";
import { formatRupees } from "~/shared/lib/text";
import { useFocusAfterRemoval } from "~/shared/lib/useFocusAfterRemoval";
import { Notice } from "~/shared/ui/Notice";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import {
  describeForm,
  everyDayText,
  amountText as totalText,
} from "~/storefront/features/day-order/orderText";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import { ChangeLink } from "~/storefront/product/ChangeLink";
import { RemoveButton, SummaryCard } from "~/storefront/product/SummaryCard";
import summary from "~/storefront/product/SummaryCard.module.css";
import styles from "./FormSummary.module.css";
import type { OrderFormValues } from "./values";

interface FormSummaryProps {
  order: DayOrderConfig;
  menuPath: string;
  dishes: readonly Dish[];
  /** Null while the number of days is invalid: then no amount is shown. */
  price: DayOrderPrice | null;
  hint: LowerTotalHint | null;
  meals: OrderFormValues["meals"];
  /** Called when the visitor follows the link to change the dishes. */
  onLeave: () => void;
}

/** The live order summary (specification, section 2: meal tray order form). */
export function FormSummary({ order, menuPath, dishes, price, hint, meals, onLeave }: FormSummaryProps) {
  const ordered = useSelection(order.kind, ({ sent }) => sent === dishes);
  const heading = useRef<HTMLHeadingElement>(null);
  const ofOneMeal = addAmounts(dishes.map(({ id }) => amountOf(order.facts[id])));
  const mealCount = Object.values(meals).filter(Boolean).length;
  const amount = ofOneMeal && timesAmount(ofOneMeal, Math.max(1, mealCount));
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
      {amount && (
        <p className={styles.each}>
          {mealCount > 0 ? "Each day" : "One of each"}: {amountText(amount, ", ")}.
        </p>
      )}
      {price ? (
        <p className={styles.total} role="status">
          <span>Total Amount</span> <b>{totalText(price)}</b>
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
    <dl className={summary.figures}>
      <div>
        <dt>Selected Days</dt>
        <dd>{actualDays}</dd>
      </div>
      {freeDays > 0 && (
        <div className={summary.saved}>
          <dt>Free Days Applied</dt>
          <dd>{freeDays}</dd>
        </div>
      )}
    </dl>
  );
}

interface SummaryTableProps {
  order: DayOrderConfig;
  dishes: readonly Dish[];
  price: DayOrderPrice | null;
  /** Takes the focus when no further dish can be removed. */
  heading: RefObject<HTMLElement | null>;
}

/** Item and price of each dish. A dish can be removed while enough of them remain for an order. */
function SummaryTable({ order, dishes, price, heading }: SummaryTableProps) {
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
                <RemoveButton
                  label={`Remove ${dish.name}`}
                  onClick={() => {
                    onRemove(index);
                    toggle(dish);
                  }}
                />
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
