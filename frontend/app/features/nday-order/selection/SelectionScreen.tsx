import { useState } from "react";
import { useNavigate } from "react-router";
import { DeliveryNote } from "~/catalogue/DeliveryNote";
import { selections } from "~/domain/selection/store";
import { useSettled } from "~/lib/useSettled";
import type { NDayOrder, OrderPaths } from "../order";
import { useRestoredSelection } from "../useSelection";
import { BeyondCafe } from "./BeyondCafe";
import { CategoryNav } from "./CategoryNav";
import { ChatButton } from "./ChatButton";
import { DishList } from "./DishList";
import { MinimumDialog } from "./MinimumDialog";
import { OrderSummary } from "./OrderSummary";
import styles from "./SelectionScreen.module.css";

/** Where dishes are ticked (specification, section 2: veg, non-veg and meal tray screens). */
export function SelectionScreen({ order, paths }: { order: NDayOrder; paths: OrderPaths }) {
  useRestoredSelection(order);
  const settled = useSettled();
  const navigate = useNavigate();
  const [categoryId, setCategoryId] = useState(order.menu.categories[0]?.id);
  const [tooFew, setTooFew] = useState(false);
  const category = order.menu.categories.find(({ id }) => id === categoryId);

  /** False, and the dialog opens, where the order needs more dishes. */
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
        <header className={styles.intro}>
          <h1>{order.title}</h1>
          <p>{order.lead}</p>
          <DeliveryNote />
        </header>
        <div className={styles.columns}>
          <CategoryNav order={order} chosenId={categoryId} onChoose={setCategoryId} />
          {category && <DishList kind={order.kind} category={category} />}
          <div className={styles.dock} data-settled={settled || undefined}>
            <ChatButton order={order} mayOpen={hasEnough} />
            <OrderSummary order={order} onProceed={proceed} />
          </div>
        </div>
      </div>
      <BeyondCafe />
      <MinimumDialog minimum={order.minimumDishes} open={tooFew} onClose={() => setTooFew(false)} />
    </>
  );
}
