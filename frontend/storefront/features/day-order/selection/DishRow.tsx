import { memo, useId } from "react";
import { rules } from "~/shared/catalogue/rules";
import type { Dish, OrderKind, TierPrices } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { isSelected } from "~/shared/domain/selection/dishSelection";
import { soldOutText } from "~/shared/domain/soldOut";
import { classNames } from "~/shared/lib/classNames";
import { formatRupees } from "~/shared/lib/money";
import { CheckboxInput } from "~/shared/ui/CheckboxInput";
import frame from "~/shared/ui/SelectableCard.module.css";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import { selections } from "~/storefront/state/selection/store";
import { useSelection } from "../useSelection";
import { prepareDishDialog } from "./DishDialog";
import styles from "./DishRow.module.css";

/** The first day of the fifteen-day tier. */
const FIFTEEN_DAYS = rules.tiers.find(({ id }) => id === "fifteen")?.fromDays;

export interface DishRowProps {
  kind: OrderKind;
  dish: Dish;
  eager: boolean;
  onLook: (dish: Dish) => void;
}

/**
 * One dish: the row is the label of its checkbox, and a toggle renders only this row. The button that opens the details
 * lies over the picture but is a sibling of the label, which must not contain a button. A dish that is sold out cannot be
 * ticked, but unticked.
 */
export const DishRow = memo(function DishRow({ kind, dish, eager, onLook }: DishRowProps) {
  const id = useId();
  const selected = useSelection(kind, ({ selectedItems }) => isSelected(selectedItems, dish));
  const soldOut = soldOutText(dish.name);

  /** Sets the checkbox's state instead of toggling: an early click may meet a restored selection. */
  function select(on: boolean): void {
    const { selectedItems, toggle } = selections[kind].getState();
    if (on !== isSelected(selectedItems, dish)) toggle(dish);
  }

  return (
    <li className={styles.place}>
      <label className={classNames(frame.card, styles.row, soldOut && styles.soldOut)}>
        <span className={styles.picture}>
          <DishPicture
            image={dish.image}
            sizes="(min-width: 30rem) 8rem, 6rem"
            eager={eager}
            className={styles.image}
          />
        </span>
        <span className={styles.text}>
          <span className={styles.name}>
            <DietMark mark={dish.mark} id={`${id}-mark`} />
            <span id={`${id}-name`}>{dish.name}</span>
          </span>
          <WeekPrice id={`${id}-price`} rupees={dish.prices?.week} />
          <LongerPrice prices={dish.prices} />
          {soldOut && <SoldOutNote id={`${id}-sold-out`} text={soldOut} />}
        </span>
        <CheckboxInput
          checked={selected}
          disabled={soldOut !== undefined && !selected}
          onChange={(event) => select(event.target.checked)}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${soldOut ? `${id}-sold-out ` : ""}${id}-mark ${id}-price`}
        />
      </label>
      <button
        type="button"
        className={styles.look}
        onPointerEnter={prepareDishDialog}
        onFocus={prepareDishDialog}
        onClick={() => onLook(dish)}
      >
        <span className={visuallyHidden.text}>{`View details: ${dish.name}`}</span>
      </button>
    </li>
  );
});

/** The menu always shows the week price (specification, section 9). */
function WeekPrice({ id, rupees }: { id: string; rupees: number | undefined }) {
  return (
    <span id={id} className={styles.price}>
      {rupees === undefined ? (
        "price on request"
      ) : (
        <>
          <b>{formatRupees(toPaise(rupees))}</b> <span className={styles.basis}>per day, per meal</span>
        </>
      )}
    </span>
  );
}

/** The fifteen-day price, if it is lower. */
function LongerPrice({ prices }: { prices: TierPrices | undefined }) {
  if (prices?.fifteen === undefined || prices.fifteen === prices.week) return null;
  return (
    <span className={styles.longer}>
      {formatRupees(toPaise(prices.fifteen))} from {FIFTEEN_DAYS} days
    </span>
  );
}
