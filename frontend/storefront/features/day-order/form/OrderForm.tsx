import type { Dish } from "~/shared/domain/menu";
import { FormWithSummary } from "~/shared/ui/FormWithSummary";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep } from "~/storefront/product/NextStep";
import { SubmitButton } from "~/storefront/product/SubmitButton";
import type { DayOrderConfig, OrderPaths } from "../order";
import { amountText } from "../orderText";
import { FormSummary } from "./FormSummary";
import { OrderFields } from "./OrderFields";
import { useOrderForm } from "./useOrderForm";

export interface OrderFormProps {
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
      fields={<OrderFields form={form} dishes={dishes} listsDishes={order.listsDishes} />}
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
