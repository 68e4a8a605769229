import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { DishSearch } from "~/shared/domain/findDishes";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import { chatLink } from "~/shared/lib/chatLink";
import { site } from "~/shared/lib/site";
import { Button, LinkButton } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";
import { ChatIcon } from "~/shared/ui/icons";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import {
  discardRejected,
  markRestored,
  rejectedOrder,
} from "~/storefront/features/day-order/form/rejectedOrder";
import type { DayOrderConfig, OrderPaths } from "~/storefront/features/day-order/order";
import { describeMenu, dishCount } from "~/storefront/features/day-order/orderText";
import {
  useNavigationSelection,
  useRestoredSelection,
  useSelection,
} from "~/storefront/features/day-order/useSelection";
import { paths } from "~/storefront/paths";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { selections } from "~/storefront/state/selection/store";
import { CategoryNav } from "./CategoryNav";
import chatButtonStyles from "./ChatButton.module.css";
import { DishDialog } from "./DishDialog";
import { DishList } from "./DishList";
import dishListStyles from "./DishList.module.css";
import { FindDishes } from "./FindDishes";
import { OrderSummary, totalText } from "./OrderSummary";
import styles from "./SelectionScreen.module.css";
import { useMenuView } from "./useMenuView";

/** The veg, non-veg and meal tray screens (specification, section 2). */
export function SelectionScreen(screen: { order: DayOrderConfig; paths: OrderPaths }) {
  const { menu, title } = screen.order;
  return menu.categories.length > 0 ? <MenuScreen {...screen} /> : <NotOffered title={title} />;
}

function MenuScreen({ order, paths }: { order: DayOrderConfig; paths: OrderPaths }) {
  useRestoredSelection(order);
  useNavigationSelection(order);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const view = useMenuView(order, heading);
  const [tooFew, setTooFew] = useState(false);
  const [looked, setLooked] = useState<Dish | null>(null);

  /** Opens the dialog and returns false when the order needs more dishes. */
  function hasEnough(): boolean {
    const enough = selections[order.kind].getState().selectedItems.length >= order.minimumDishes;
    setTooFew(!enough);
    return enough;
  }

  function proceed(): void {
    if (!hasEnough()) return;
    selections[order.kind].getState().save();
    void navigate(paths.form);
  }

  return (
    <>
      <div className={styles.screen}>
        <div className={styles.columns}>
          <header className={styles.intro}>
            <h1>{order.title}</h1>
            <p>
              {order.lead}
              {order.severalNote && <MorePeople />}
            </p>
            <DeliveryNote />
            <RestoreDishes kind={order.kind} heading={heading} />
            <WithoutScript what="Picking dishes" topic={order.chatTopic} />
          </header>
          <FindDishes
            menu={order.menu}
            facts={order.facts}
            search={view.search}
            onSearch={view.setSearch}
            onReady={view.prepareSearch}
            input={view.input}
          />
          <CategoryNav order={order} chosenId={view.categoryId} onChoose={view.chooseCategory} />
          <ChatButton order={order} mayOpen={hasEnough} />
          <DishList
            kind={order.kind}
            title={view.title}
            dishes={view.dishes}
            heading={heading}
            listId={view.categoryId ?? "found"}
            onLook={setLooked}
            nothing={<NothingFound search={view.search} onClear={view.clear} />}
          />
          <OrderSummary order={order} onProceed={proceed} heading={heading} />
        </div>
        <TotalAnnouncement kind={order.kind} />
      </div>
      <BeyondCafe />
      <DishDialog kind={order.kind} dish={looked} onClose={() => setLooked(null)} />
      <MinimumDialog minimum={order.minimumDishes} open={tooFew} onClose={() => setTooFew(false)} />
    </>
  );
}

/** How several people are served, after the sentence that a tray feeds one. */
function MorePeople() {
  return (
    <>
      {" "}
      More people?{" "}
      <a href={chatLink("tray")} target="_blank" rel="noopener" className={styles.whole}>
        Chat with us
        <span className={visuallyHidden.text}> (opens in a new tab)</span>
      </a>
      , or see{" "}
      <Link to={paths.family()} className={styles.whole}>
        Family Gatherings
      </Link>
      .
    </>
  );
}

/** The order page's closing section about the cafe (specification, section 2: home of the meal area). */
function BeyondCafe() {
  return (
    <section className={styles.band} data-paper="none">
      <h2>Beyond Just a Cafe</h2>
      <p>{site.brand.tagline}</p>
    </section>
  );
}

interface ChatButtonProps {
  order: DayOrderConfig;
  /** Called on each click: a tray needs its minimum before a chat as well (specification, section 2). */
  mayOpen: () => boolean;
}

/** Opens the messaging app in a new tab with this order's greeting and selection filled in. */
function ChatButton({ order, mayOpen }: ChatButtonProps) {
  const dishes = useSelection(order.kind, (selection) => selection.selectedItems);
  const totalCost = useSelection(order.kind, (selection) => selection.totalCost);
  return (
    <a
      href={chatLink(order.chatTopic, describeMenu(dishes, totalCost))}
      target="_blank"
      rel="noopener"
      aria-label="Chat about this order (opens in a new tab)"
      className={chatButtonStyles.chat}
      onClick={(event) => {
        if (order.minimumDishes > 1 && !mayOpen()) event.preventDefault();
      }}
    >
      <ChatIcon size={26} />
      <span className={chatButtonStyles.text} aria-hidden="true">
        Chat about this order
      </span>
    </a>
  );
}

interface MinimumDialogProps {
  minimum: number;
  open: boolean;
  onClose: () => void;
}

/** Tells that a tray needs more dishes (specification, sections 2 and 8). */
function MinimumDialog({ minimum, open, onClose }: MinimumDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Minimum ${minimum} Items Required`}
      actions={<Button onClick={onClose}>Okay, Got it!</Button>}
    >
      <p>Please select at least {minimum} dishes to proceed with your meal tray.</p>
    </Dialog>
  );
}

/** Replaces a menu that this shop does not offer: old links may still lead to it. */
function NotOffered({ title }: { title: string }) {
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1>{title}</h1>
        <p>We have nothing on this menu at present.</p>
        <p>
          <LinkButton to={paths.mealSubscription()}>See what we cook</LinkButton>
        </p>
      </header>
    </div>
  );
}

/** The empty state of a search. */
function NothingFound({ search, onClear }: { search: DishSearch; onClear: () => void }) {
  return (
    <div className={dishListStyles.nothing}>
      <p>{nothingText(search)}</p>
      <Button variant="secondary" onClick={onClear}>
        Clear search
      </Button>
    </div>
  );
}

function nothingText({ text, filters }: DishSearch): string {
  const called = text.trim() ? ` called “${text.trim()}”` : "";
  return filters.length > 0
    ? `No dish${called} passes the filters. Try without one of them.`
    : `Nothing on this menu is${called}. Try another word.`;
}

interface RestoreDishesProps {
  kind: OrderKind;
  heading: RefObject<HTMLElement | null>;
}

/**
 * Offers to restore an abandoned selection, with the form values of a rejected order. A component of its own, so that
 * a change of the offer does not render the whole menu.
 */
function RestoreDishes({ kind, heading }: RestoreDishesProps) {
  const offered = useSelection(kind, (selection) => selection.abandoned.length > 0);
  const { restoreAbandoned, discardAbandoned } = selections[kind].getState();
  const rejected = rejectedOrder();
  function restore(): void {
    restoreAbandoned();
    if (rejected) markRestored();
  }
  function discard(): void {
    discardAbandoned();
    if (rejected) discardRejected();
  }
  return (
    <>
      {offered && rejected && (
        <p>We couldn’t accept your order. You can restore your dishes and everything you typed.</p>
      )}
      <RestoreSelection offered={offered} onRestore={restore} onForget={discard} heading={heading} />
    </>
  );
}

/** Announces "1 dish, ₹273" after a toggle. Always present: a live region that appears with its text is not read out. */
function TotalAnnouncement({ kind }: { kind: OrderKind }) {
  const [text, setText] = useState("");
  useEffect(
    () =>
      // Only after mount, so that a restored selection is not announced.
      selections[kind].subscribe(({ selectedItems, totalCost }) => {
        const count = selectedItems.length;
        setText(
          count === 0 ? "No dishes selected" : `${dishCount(count)}, ${totalText(selectedItems, totalCost)}`,
        );
      }),
    [kind],
  );
  return (
    <p role="status" className={visuallyHidden.text}>
      {text}
    </p>
  );
}
