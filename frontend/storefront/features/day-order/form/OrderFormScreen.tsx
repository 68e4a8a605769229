import { LinkButton } from "~/shared/ui/Button";
import { EmptyNotice } from "~/shared/ui/EmptyNotice";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import type { DayOrderConfig, OrderPaths } from "../order";
import { useRestoredSelection, useSelection } from "../useSelection";
import { FormShell } from "./FormShell";
import { OrderForm } from "./OrderForm";
import styles from "./OrderFormScreen.module.css";

/** The order form of one kind (specification, section 2). It depends on storage: a shell renders first. */
export function OrderFormScreen({ order, paths }: { order: DayOrderConfig; paths: OrderPaths }) {
  useRestoredSelection(order);
  const restored = useSelection(order.kind, (selection) => selection.restored);
  const dishes = useSelection(order.kind, (selection) => selection.selectedItems);
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{order.formTitle}</h1>
      <WithoutScript what="This form" topic={order.chatTopic} />
      {!restored && <FormShell />}
      {restored && dishes.length > 0 && <OrderForm order={order} paths={paths} dishes={dishes} />}
      {restored && dishes.length === 0 && (
        <EmptyNotice
          title={order.emptyNotice.title}
          text={order.emptyNotice.text}
          action={<LinkButton to={paths.selection}>{order.emptyNotice.back}</LinkButton>}
        />
      )}
    </div>
  );
}
