import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Dish } from "~/shared/domain/menu";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { selections } from "~/storefront/state/selection/store";
import type { DayOrderConfig, OrderPaths } from "../order";
import { useNavigationSelection, useRestoredSelection } from "../useSelection";
import { BeyondCafe } from "./BeyondCafe";
import { CategoryNav } from "./CategoryNav";
import { ChatButton } from "./ChatButton";
import { DishDialog } from "./DishDialog";
import { DishList } from "./DishList";
import { FindDishes } from "./FindDishes";
import { MinimumDialog } from "./MinimumDialog";
import { NothingFound } from "./NothingFound";
import { NotOffered } from "./NotOffered";
import { OrderSummary } from "./OrderSummary";
import { RestoreDishes } from "./RestoreDishes";
import styles from "./SelectionScreen.module.css";
import { TotalAnnouncement } from "./TotalAnnouncement";
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
  const view = useMenuView(order.menu, heading);
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
            <p>{order.lead}</p>
            <DeliveryNote />
            <RestoreDishes kind={order.kind} heading={heading} />
            <WithoutScript what="Ticking dishes" topic={order.chatTopic} />
          </header>
          <FindDishes menu={order.menu} search={view.search} onSearch={view.setSearch} input={view.input} />
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
