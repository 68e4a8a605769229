import type { Dish } from "~/shared/domain/menu";
import { LinkButton } from "~/shared/ui/Button";
import { FormWithSummary } from "~/shared/ui/FormWithSummary";
import layout from "~/shared/ui/FormWithSummary.module.css";
import { EmptyNotice } from "~/shared/ui/Notice";
import type { DayOrderConfig, OrderPaths } from "~/storefront/features/day-order/order";
import { amountText } from "~/storefront/features/day-order/orderText";
import { useRestoredSelection, useSelection } from "~/storefront/features/day-order/useSelection";
import { FailureNote } from "~/storefront/product/FailureNote";
import { AllergyNote, FormNote, NextStep, SubmitButton } from "~/storefront/product/SubmitButton";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { FormSummary } from "./FormSummary";
import { OrderFields } from "./OrderFields";
import styles from "./OrderFormScreen.module.css";
import { useOrderForm } from "./useOrderForm";

/** The order form of one kind (specification, section 2). It depends on storage: a shell renders first. */
export function OrderFormScreen({ order, paths }: { order: DayOrderConfig; paths: OrderPaths }) {
  useRestoredSelection(order);
  const restored = useSelection(order.kind, (selection) => selection.restored);
  const dishes = useSelection(order.kind, (selection) => selection.selectedItems);
  return (
    <div className={layout.screen}>
      <h1 className={layout.title}>{order.formTitle}</h1>
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

const FIELDS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Placeholder of the form until the stored selection has been read. */
function FormShell() {
  return (
    <div className={styles.shell} aria-hidden="true">
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <div key={field} className={styles.field} />
        ))}
      </div>
      <div className={styles.summary} />
    </div>
  );
}

interface OrderFormProps {
  order: DayOrderConfig;
  paths: OrderPaths;
  dishes: readonly Dish[];
}

/** Fields, summary and button. `noValidate`, because the browser's validation runs last, from the submit handler. */
export function OrderForm({ order, paths, dishes }: OrderFormProps) {
  const form = useOrderForm(order, paths, dishes);
  const sending = form.phase === "sending";
  return (
    <FormWithSummary
      noValidate
      onSubmit={form.onSubmit}
      fields={
        <>
          <OrderFields form={form} dishes={dishes} listsDishes={order.listsDishes} />
          {order.severalNote && <FormNote>{order.severalNote}</FormNote>}
          <AllergyNote />
        </>
      }
      summary={
        <FormSummary
          order={order}
          menuPath={paths.selection}
          dishes={dishes}
          price={form.price}
          hint={form.hint}
          meals={form.orderedMeals}
          onLeave={form.carry}
        />
      }
      total={form.price && amountText(form.price)}
      submit={
        <>
          <SubmitButton overBar size="lg" block busy={sending} disabled={form.phase !== "idle"}>
            {sending ? "Submitting..." : "Submit Order"}
          </SubmitButton>
          <FailureNote failure={form.failure} overBar />
        </>
      }
      note={<NextStep kind="order" />}
    />
  );
}
