import { memo, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { rules } from "~/shared/catalogue/rules";
import type { PlacedDish } from "~/shared/domain/dishFilters";
import { amountOf, amountText, type RowFacts } from "~/shared/domain/facts";
import type { Dish, OrderKind, TierPrices } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { isSelected } from "~/shared/domain/selection/dishSelection";
import { soldOutText } from "~/shared/domain/soldOut";
import { classNames } from "~/shared/lib/classNames";
import { formatRupees } from "~/shared/lib/text";
import { CheckboxInput } from "~/shared/ui/Checkbox";
import frame from "~/shared/ui/SelectableCard.module.css";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import { selections } from "~/storefront/state/selection/store";
import { prepareDishDialog } from "./DishDialog";
import styles from "./DishList.module.css";
import dishRowStyles from "./DishRow.module.css";

/** Height in pixels of the sticky header and, on phones, the dropdown's button. */
const COVERED = 150;

/** Rows whose pictures are in view at once on most screens. */
const EAGER_ROWS = 4;

interface DishListProps {
  kind: OrderKind;
  title: string;
  dishes: readonly PlacedDish[];
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called with the dish to show in the dialog. */
  onLook: (dish: Dish) => void;
  /** Rendered instead of an empty list. */
  nothing?: ReactNode;
  /** Identifies the category or search: the window scrolls to the top of another one. */
  listId: string;
}

/** The dishes of the selected category or of the search. */
export function DishList({ kind, title, dishes, heading, onLook, nothing, listId }: DishListProps) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const displayedId = useRef(listId);

  useEffect(() => {
    if (displayedId.current === listId) return;
    displayedId.current = listId;
    // Scrolls up to the top of the new list.
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (top < COVERED) section.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [listId]);

  return (
    <section ref={section} aria-labelledby={headingId} className={styles.section}>
      <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.title} aria-live="polite">
        {title}
      </h2>
      {/* autocomplete="off": Firefox restores checkboxes on reload, but only the store may. */}
      <form method="post" autoComplete="off" onSubmit={(event) => event.preventDefault()}>
        <ul className={styles.list}>
          {dishes.map(({ dish, facts, contains, isKept }, index) => (
            <DishRow
              key={dish.id}
              kind={kind}
              dish={dish}
              facts={facts}
              contains={contains}
              isKept={isKept}
              eager={index < EAGER_ROWS}
              onLook={onLook}
            />
          ))}
        </ul>
      </form>
      {dishes.length === 0 && nothing}
    </section>
  );
}

interface DishRowProps {
  kind: OrderKind;
  dish: Dish;
  facts: RowFacts | undefined;
  /** The ingredient by which a search has found it. */
  contains: string | undefined;
  /** It is shown although a filter leaves it out. */
  isKept: boolean | undefined;
  eager: boolean;
  onLook: (dish: Dish) => void;
}

/**
 * One dish: the row is the label of its checkbox, and a toggle renders only this row. The button that opens the details
 * lies over the picture but is a sibling of the label, which must not contain a button. A dish that is sold out cannot be
 * ticked, but unticked.
 */
const DishRow = memo(function DishRow({ kind, dish, facts, contains, isKept, eager, onLook }: DishRowProps) {
  const id = useId();
  const selected = useSelection(kind, ({ selectedItems }) => isSelected(selectedItems, dish));
  const soldOut = soldOutText(dish.name);
  const amount = amountOf(facts);

  /** Sets the checkbox's state instead of toggling: an early click may meet a restored selection. */
  function select(on: boolean): void {
    const { selectedItems, toggle } = selections[kind].getState();
    if (on !== isSelected(selectedItems, dish)) toggle(dish);
  }

  return (
    <li className={dishRowStyles.place}>
      <label className={classNames(frame.card, dishRowStyles.row, soldOut && dishRowStyles.soldOut)}>
        <span className={dishRowStyles.picture}>
          <DishPicture
            image={dish.image}
            sizes="(min-width: 60rem) 10.5rem, (min-width: 30rem) 8rem, 6rem"
            eager={eager}
            className={dishRowStyles.image}
          />
        </span>
        <span className={dishRowStyles.text}>
          <span className={dishRowStyles.name}>
            <DietMark mark={dish.mark} id={`${id}-mark`} />
            <span id={`${id}-name`}>{dish.name}</span>
          </span>
          <WeekPrice id={`${id}-price`} rupees={dish.prices?.week} />
          <LongerPrice prices={dish.prices} />
          {amount && (
            <span id={`${id}-holds`} className={dishRowStyles.holds}>
              {amountText(amount)}
            </span>
          )}
          {contains && <span className={dishRowStyles.longer}>contains {contains}</span>}
          {isKept && (
            <span id={`${id}-kept`} className={dishRowStyles.kept}>
              {selected ? "Your pick: the filter would leave it out." : "The filter leaves it out."}
            </span>
          )}
          {soldOut && <SoldOutNote id={`${id}-sold-out`} text={soldOut} />}
        </span>
        <CheckboxInput
          checked={selected}
          disabled={soldOut !== undefined && !selected}
          onChange={(event) => select(event.target.checked)}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${soldOut ? `${id}-sold-out ` : ""}${id}-mark ${id}-price${amount ? ` ${id}-holds` : ""}${isKept ? ` ${id}-kept` : ""}`}
        />
      </label>
      <button
        type="button"
        className={dishRowStyles.look}
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
    <span id={id} className={dishRowStyles.price}>
      {rupees === undefined ? (
        "price on request"
      ) : (
        <>
          <b>{formatRupees(toPaise(rupees))}</b>{" "}
          <span className={dishRowStyles.basis}>per day, per meal</span>
        </>
      )}
    </span>
  );
}

/** The price of the second tier, if it is lower. */
function LongerPrice({ prices }: { prices: TierPrices | undefined }) {
  const longer = rules.tiers[1];
  const price = longer && prices?.[longer.id];
  if (price === undefined || price === prices?.week) return null;
  return (
    <span className={dishRowStyles.longer}>
      {formatRupees(toPaise(price))} from {longer?.fromDays} days
    </span>
  );
}
