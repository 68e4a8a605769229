import { useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { priceCombos } from "~/shared/domain/pricing/combos";
import { oneMoreComboItem } from "~/shared/domain/pricing/hint";
import { changeSlots, NO_SLOTS, type SlotChange, type Slots, slotCount } from "~/shared/domain/weekly/slots";
import { MEALS, WEEKS } from "~/shared/domain/weekly/weeklyMenu";
import { formatRupees } from "~/shared/lib/money";
import { comboBody } from "./comboBody";
import { MealPicker } from "./MealPicker";
import { OneMore } from "./OneMore";
import { OrderForm } from "./OrderForm";
import styles from "./phoneOrder.module.css";
import type { Sender } from "./sender";
import { useOrder } from "./useOrder";

const { combos } = rules;
const TOO_FEW = `Please select at least ${combos.minimumItems} items to proceed with the order!`;

/** A weekly or monthly order of combos, as a customer tells it. */
export function ComboOrder({ sender }: { sender: Sender }) {
  const [slots, setSlots] = useState(NO_SLOTS);
  const items = slotCount(slots);
  const price = priceCombos(items, combos);
  const order = useOrder({
    sender,
    check: (): Record<string, string> => (price.canProceed ? {} : { selectedItems: TOO_FEW }),
    bodyOf: (person) => comboBody(person, slots),
  });

  function change(next: SlotChange): void {
    setSlots((now) => changeSlots(now, next, combos.itemsPerMeal));
    order.forgive("selectedItems");
  }

  return (
    <OrderForm
      order={order}
      total={items > 0 ? rupees(price.finalAmount) : null}
      summary={<Figures items={items} />}
      dishes={namesIn(slots)}
      lastName="required"
      timeName="deliveryTime"
    >
      <MealPicker slots={slots} onChange={change} error={order.errors.selectedItems} />
    </OrderForm>
  );
}

/** The dishes of all chosen meals. */
function namesIn(slots: Slots): string[] {
  return WEEKS.flatMap((week) =>
    MEALS.flatMap((meal) =>
      slots[week][meal].flatMap((day) => weeklyMenu[week][meal][day]?.items.map(({ name }) => name) ?? []),
    ),
  );
}

/** What the total is made of, and how many items are missing for an order. */
function Figures({ items }: { items: number }) {
  const { basePrice, discount, canProceed } = priceCombos(items, combos);
  const hint = oneMoreComboItem(items, combos);
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>Items</dt>
          <dd>{items}</dd>
        </div>
        <div>
          <dt>Base price</dt>
          <dd>{rupees(basePrice)}</dd>
        </div>
        {discount > 0 && (
          <div className={styles.free}>
            <dt>Discount</dt>
            <dd>{rupees(-discount)}</dd>
          </div>
        )}
      </dl>
      {!canProceed && (
        <p className={styles.note}>
          At least {combos.minimumItems} items: {combos.minimumItems - items} to go.
        </p>
      )}
      {hint && <OneMore hint={hint} noun="item" />}
    </>
  );
}

function rupees(paise: number): string {
  return formatRupees(paise, { decimals: "auto" });
}
