import { useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { type ComboPrice, priceCombos } from "~/shared/domain/pricing/combos";
import { describeLowerTotal, lowerTotalWithExtraItem } from "~/shared/domain/pricing/hint";
import { toRupees } from "~/shared/domain/pricing/paise";
import { changeSlots, NO_SLOTS, type SlotChange, type Slots, slotCount } from "~/shared/domain/weekly/slots";
import { MEALS, WEEKS } from "~/shared/domain/weekly/weeklyMenu";
import { formatRupees } from "~/shared/lib/text";
import { comboPayload } from "~/shared/payloads/comboOrder";
import { MealPicker } from "./MealPicker";
import { OrderForm } from "./OrderForm";
import type { OrderSubmitter } from "./orderSubmitter";
import styles from "./phoneOrder.module.css";
import { useOrderForm } from "./useOrderForm";
import { toDetails } from "./values";

const { combos } = rules;
const TOO_FEW = `Please select at least ${combos.minimumItems} items to proceed with the order!`;

/** The form for a combo order taken by phone. */
export function ComboOrder({ submitter }: { submitter: OrderSubmitter }) {
  const [slots, setSlots] = useState(NO_SLOTS);
  const items = slotCount(slots);
  const price = priceCombos(items, combos);
  const order = useOrderForm({
    submitter,
    check: (): Record<string, string> => (price.canProceed ? {} : { selectedItems: TOO_FEW }),
    buildPayload: (person) => {
      const details = toDetails(person);
      const amounts = { finalAmount: toRupees(price.finalAmount), discount: toRupees(price.discount) };
      return comboPayload(
        { ...details, deliveryTime: details.timing },
        { selectedItems: slots, mealImages: weeklyMenu, ...amounts },
        combos.days,
      );
    },
  });

  function change(next: SlotChange): void {
    setSlots((current) => changeSlots(current, next, combos.itemsPerMeal));
    order.clearErrors("selectedItems");
  }

  return (
    <OrderForm
      order={order}
      total={items > 0 ? formatRupees(price.finalAmount) : null}
      summary={<Figures items={items} price={price} />}
      dishes={dishNames(slots)}
      lastName="required"
      timeName="deliveryTime"
    >
      <MealPicker slots={slots} onChange={change} error={order.errors.selectedItems} />
    </OrderForm>
  );
}

function dishNames(slots: Slots): string[] {
  return WEEKS.flatMap((week) =>
    MEALS.flatMap((meal) =>
      slots[week][meal].flatMap((day) => weeklyMenu[week][meal][day]?.items.map(({ name }) => name) ?? []),
    ),
  );
}

/** The parts of the total, and how many items the order still needs. */
function Figures({ items, price }: { items: number; price: ComboPrice }) {
  const { basePrice, discount, canProceed } = price;
  const hint = lowerTotalWithExtraItem(items, combos);
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>Items</dt>
          <dd>{items}</dd>
        </div>
        <div>
          <dt>Base price</dt>
          <dd>{formatRupees(basePrice)}</dd>
        </div>
        {discount > 0 && (
          <div className={styles.free}>
            <dt>Discount</dt>
            <dd>{formatRupees(-discount)}</dd>
          </div>
        )}
      </dl>
      {!canProceed && (
        <p className={styles.note}>
          At least {combos.minimumItems} items: {combos.minimumItems - items} to go.
        </p>
      )}
      {hint && <p className={styles.note}>{describeLowerTotal(hint, "item")}</p>}
    </>
  );
}
