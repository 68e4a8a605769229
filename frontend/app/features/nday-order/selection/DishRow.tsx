import { memo, type RefObject, useEffect, useId, useRef } from "react";
import { DietMark } from "~/catalogue/DietMark";
import { DishPicture } from "~/catalogue/DishPicture";
import type { Dish, OrderKind } from "~/domain/menu";
import { toPaise } from "~/domain/pricing/paise";
import { selections } from "~/domain/selection/store";
import { formatRupees } from "~/lib/money";
import { useHydrated } from "~/lib/useHydrated";
import { TickBox } from "~/ui/TickBox";
import { useSelection } from "../useSelection";
import styles from "./DishRow.module.css";

export interface DishRowProps {
  kind: OrderKind;
  dish: Dish;
  categoryId: string;
  eager: boolean;
}

/** One dish: the whole row is the label of its checkbox, and a tick draws only this row again. */
export const DishRow = memo(function DishRow({ kind, dish, categoryId, eager }: DishRowProps) {
  const id = useId();
  const ticked = useSelection(kind, ({ selectedItems }) => selectedItems.includes(dish));
  const toggle = useSelection(kind, (selection) => selection.toggle);
  const box = useTicksBeforeHydration(kind, dish);

  return (
    <li>
      <label className={styles.row}>
        <span className={styles.picture}>
          <DishPicture
            image={dish.image}
            name={dish.name}
            category={categoryId}
            sizes="(min-width: 30rem) 8rem, 6rem"
            eager={eager}
            className={styles.image}
          />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>
            <DietMark mark={dish.mark} id={`${id}-mark`} />
            <span id={`${id}-name`}>{dish.name}</span>
          </span>
          <WeekPrice id={`${id}-price`} rupees={dish.prices?.week} />
        </span>
        <TickBox
          ref={box}
          autoComplete="off"
          checked={ticked}
          onChange={() => toggle(dish)}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-mark ${id}-price`}
        />
      </label>
    </li>
  );
});

/** A box that was ticked in the prerendered page, before its code arrived, counts. */
function useTicksBeforeHydration(kind: OrderKind, dish: Dish): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const prerendered = useRef(!useHydrated());
  useEffect(() => {
    if (!prerendered.current) return;
    // The stored selection has been read by now: effects come after layout effects.
    const { selectedItems, toggle } = selections[kind].getState();
    if (box.current?.checked && !selectedItems.includes(dish)) toggle(dish);
  }, [kind, dish]);
  return box;
}

/** The price shown while choosing is always the week price (specification, section 9). */
function WeekPrice({ id, rupees }: { id: string; rupees: number | undefined }) {
  return (
    <span id={id} className={styles.price}>
      {rupees === undefined ? (
        "price on request"
      ) : (
        <>
          <b>{formatRupees(toPaise(rupees), { decimals: "auto" })}</b> per day, per meal
        </>
      )}
    </span>
  );
}
