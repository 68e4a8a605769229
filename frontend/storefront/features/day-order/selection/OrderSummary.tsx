import { memo, type RefObject, useCallback, useId, useLayoutEffect, useRef, useState } from "react";
import { rules } from "~/shared/catalogue/rules";
import { addAmounts, amountOf, amountText, type MenuFacts } from "~/shared/domain/facts";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { type Block, blocksOf } from "~/shared/domain/selection/dishSelection";
import { classNames } from "~/shared/lib/classNames";
import { formatRupees } from "~/shared/lib/text";
import { useFocusAfterRemoval } from "~/shared/lib/useFocusAfterRemoval";
import { Button } from "~/shared/ui/Button";
import { ChevronIcon } from "~/shared/ui/icons";
import { footBar } from "~/shared/ui/stickyBar";
import { useRootAttribute } from "~/shared/ui/useRootAttribute";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import { PRICE_ON_REQUEST } from "~/storefront/features/day-order/orderText";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import { RemoveButton } from "~/storefront/product/SummaryCard";
import { selections } from "~/storefront/state/selection/store";
import styles from "./OrderSummary.module.css";

interface OrderSummaryProps {
  order: DayOrderConfig;
  onProceed: () => void;
  /** Takes the focus when the last dish is removed. */
  heading: RefObject<HTMLElement | null>;
}

/** Number of dishes, total and the button to continue. Appears with the first selected dish, in view wherever there is room. */
export function OrderSummary({ order, onProceed, heading }: OrderSummaryProps) {
  const column = useRef<HTMLDivElement>(null);
  const place = useSummaryPlace(column);
  const count = useSelection(order.kind, (selection) => selection.selectedItems.length);
  const onRemove = useFocusAfterRemoval(column, count, heading);
  return (
    <div ref={column} className={styles.column}>
      <div className={styles.sticky}>
        {count === 0 ? (
          <p className={styles.nothing}>No dishes yet. Your picks will show up here.</p>
        ) : (
          <Summary
            kind={order.kind}
            facts={order.facts}
            place={place}
            onProceed={onProceed}
            onRemove={onRemove}
          />
        )}
      </div>
    </div>
  );
}

interface SummaryProps {
  kind: OrderKind;
  facts: MenuFacts;
  place: SummaryPlace;
  onProceed: () => void;
  onRemove: (index: number) => void;
}

/** A component of its own: a toggle renders only its line and the totals. */
const Summary = memo(function Summary({ kind, facts, place, onProceed, onRemove }: SummaryProps) {
  const headingId = useId();
  const listId = useId();
  const [unfolded, setUnfolded] = useState(false);
  useRootAttribute("data-foot-bar", place === "bar");
  return (
    <section
      ref={footBar}
      aria-labelledby={headingId}
      className={styles.summary}
      data-place={place}
      data-unfolded={unfolded || undefined}
    >
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          Order Summary
        </h2>
        {place !== "card" && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={unfolded}
            aria-controls={listId}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? "Hide dishes" : "Show dishes"}
            <ChevronIcon size={20} />
          </button>
        )}
      </div>
      <SelectedDishes id={listId} kind={kind} onRemove={onRemove} />
      <Totals kind={kind} facts={facts} />
      <div className={styles.proceed}>
        <Button block onClick={onProceed}>
          Proceed
        </Button>
      </div>
    </section>
  );
});

function Totals({ kind, facts }: { kind: OrderKind; facts: MenuFacts }) {
  const items = useSelection(kind, (selection) => selection.selectedItems);
  const totalCost = useSelection(kind, (selection) => selection.totalCost);
  const priced = items.some((dish) => dish.prices);
  const isTooSmall = kind === "tray" && items.length < rules.tray.minimumDishes;
  const amount = addAmounts(items.map(({ id }) => amountOf(facts[id])));
  return (
    <>
      <dl className={styles.totals}>
        <div>
          <dt>Total Items</dt>
          <dd key={items.length} className={styles.settling}>
            {items.length}
          </dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd key={totalCost} className={classNames(styles.settling, priced && styles.amount)}>
            {totalText(items, totalCost)}
          </dd>
        </div>
      </dl>
      {priced && <p className={styles.basis}>per day, per meal</p>}
      {(priced || amount || items.length > 1) && (
        <p className={styles.holds}>
          {priced && (
            <span>{isTooSmall ? `${rules.tray.minimumDishes} dishes or more` : rangeText(totalCost)}.</span>
          )}{" "}
          {items.length > 1 && (
            <span>Every day you get {items.length === 2 ? "both" : `all ${items.length}`} dishes.</span>
          )}{" "}
          {amount && (
            <span>
              {items.length > 1 ? "One of each" : "One portion"}: {amountText(amount, ", ")}.
            </span>
          )}
        </p>
      )}
    </>
  );
}

/** "6 to 40 days, from ₹2,940": the lengths of an order, and the amount of the shortest with one meal a day. */
function rangeText(totalCost: number): string {
  const { days, tiers } = rules;
  const range = `${days.min} to ${days.max} days`;
  // The total is of the first tier's prices.
  if (tiers[1] && tiers[1].fromDays <= days.min) return range;
  return `${range}, from ${formatRupees(toPaise(totalCost) * days.min)}`;
}

interface SelectedDishesProps {
  id: string;
  kind: OrderKind;
  /** Called with the index of a dish before it is removed. */
  onRemove: (index: number) => void;
}

/** The selected dishes with their week prices and a remove button. */
function SelectedDishes({ id, kind, onRemove }: SelectedDishesProps) {
  const items = useSelection(kind, (selection) => selection.selectedItems);
  const remove = useCallback(
    (dish: Dish) => {
      const { selectedItems, toggle } = selections[kind].getState();
      onRemove(selectedItems.indexOf(dish));
      toggle(dish);
    },
    [kind, onRemove],
  );
  return (
    <ul id={id}>
      {blocksOf(items).map((block, place) => (
        // A block never changes its index.
        <DishBlock key={place} block={block} onRemove={remove} />
      ))}
    </ul>
  );
}

/** Memoized: a toggle renders only its own block. */
const DishBlock = memo(function DishBlock({ block, onRemove }: DishBlockProps) {
  return block.map((dish) => <SelectedDish key={dish.id} dish={dish} onRemove={onRemove} />);
});

interface DishBlockProps {
  block: Block;
  onRemove: (dish: Dish) => void;
}

interface SelectedDishProps {
  dish: Dish;
  onRemove: (dish: Dish) => void;
}

const SelectedDish = memo(function SelectedDish({ dish, onRemove }: SelectedDishProps) {
  return (
    <li className={styles.line}>
      <span>{dish.name}</span>
      <span className={styles.price}>
        {dish.prices?.week === undefined ? "on request" : formatRupees(toPaise(dish.prices.week))}
      </span>
      <RemoveButton label={`Remove ${dish.name}`} onClick={() => onRemove(dish)} />
    </li>
  );
});

/** Formats the total of week prices; `totalCost` in rupees. Without any priced dish there is no amount. */
export function totalText(items: readonly Dish[], totalCost: number): string {
  if (items.length > 0 && items.every((dish) => !dish.prices)) return PRICE_ON_REQUEST;
  return formatRupees(toPaise(totalCost));
}

/** From this width there is a column beside the dishes; the same as in SelectionScreen.module.css. */
const COLUMN = "(min-width: 72rem)";

/** Minimum height in pixels for the list, the totals and the button; below it the summary is a bar. */
const CARD_NEEDS = 430;

/** Distance of the card from the bottom of the window, in pixels. */
const FOOT = 16;

type SummaryPlace = "card" | "bar" | "end";

/**
 * Whether the summary is a card in its column, a bar at the bottom of the window, or after the dishes: a card only while
 * the visible part of the column has room for it, so that total and button are in view at every scroll position; after
 * the dishes when sticky elements have no room. The height is passed to the styles as `--room`. `column` is as high as
 * the dishes, its `bottom` that of sticky bars; its child sticks below the header.
 */
function useSummaryPlace(column: RefObject<HTMLElement | null>): SummaryPlace {
  const [place, setPlace] = useState<SummaryPlace>("bar");
  useLayoutEffect(() => {
    const element = column.current;
    if (!element) return;
    const wide = window.matchMedia(COLUMN);
    const measure = () => {
      const room = roomIn(element);
      const sticks = Number.parseFloat(getComputedStyle(element).bottom) >= 0;
      setPlace(!sticks ? "end" : wide.matches && room >= CARD_NEEDS ? "card" : "bar");
      element.style.setProperty("--room", `${room}px`);
      keepFocusInList(element);
    };
    measure();
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    window.addEventListener("scroll", measure, options);
    window.addEventListener("resize", measure, options);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    observer.observe(element);
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, [column]);
  return place;
}

/** Height in pixels from the sticky header to the end of the column or window. */
function roomIn(column: HTMLElement): number {
  const { top, bottom } = column.getBoundingClientRect();
  const { paddingTop } = getComputedStyle(column);
  const sticky = column.firstElementChild;
  const stuckAt = sticky ? Number.parseFloat(getComputedStyle(sticky).top) : 0;
  const from = Math.max(top + Number.parseFloat(paddingTop), stuckAt || 0);
  return Math.floor(Math.min(bottom, window.innerHeight - FOOT) - from);
}

/** Scrolls the focused button into view when the list shrinks, without scrolling the page. */
function keepFocusInList(column: HTMLElement): void {
  const focused = document.activeElement;
  const list = column.contains(focused) && focused?.closest("ul");
  if (!focused || !list) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  list.scrollTop += Math.max(0, bottom - frame.bottom) - Math.max(0, frame.top - top);
}
