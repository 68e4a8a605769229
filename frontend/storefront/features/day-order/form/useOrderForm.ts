import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import type { Dish } from "~/shared/domain/menu";
import { orderableDays, priceDayOrder } from "~/shared/domain/pricing/dayOrders";
import { lowerTotalWithExtraDay } from "~/shared/domain/pricing/hint";
import type { ReplyMessages } from "~/shared/http/replyMessages";
import { focusField } from "~/shared/lib/fields";
import { useTimeout } from "~/shared/lib/useTimeout";
import { showPopup } from "~/shared/ui/notifier";
import type { DayOrderConfig, OrderPaths } from "~/storefront/features/day-order/order";
import { describeForm } from "~/storefront/features/day-order/orderText";
import { useFormValues } from "~/storefront/session/useFormValues";
import { visitToken } from "~/storefront/session/visits";
import { addReceipt } from "~/storefront/state/receipt/store";
import { selections } from "~/storefront/state/selection/store";
import { useSubmission } from "~/storefront/state/useSubmission";
import { storeRejected } from "./rejectedOrder";
import { EMPTY_VALUES, type OrderFormValues, selectedMeals } from "./values";

/** Delay between the reply and the return to the menu (specification, section 9). */
const LEAVE_AFTER_MS = 2000;

const MINIMUM_DAYS = `Minimum ${rules.days.min} days required.`;
const MINIMUM_DAYS_POPUP = `Minimum ${rules.days.min} days required to place an order.`;
const NO_MEAL_POPUP = "Please select at least one Meal Section.";

/** Values, price and submission of an order form. */
export function useOrderForm(order: DayOrderConfig, paths: OrderPaths, dishes: readonly Dish[]) {
  const navigate = useNavigate();
  const setTimeoutOnPage = useTimeout();
  const { phase, failure, submit } = useSubmission(order.kind);
  const { values, change, field, check, clear, carry } = useFormValues(EMPTY_VALUES, {
    persistAs: order.kind,
  });
  const [sentValues, setSentValues] = useState<OrderFormValues | null>(null);
  const [isMealMissing, setIsMealMissing] = useState(false);

  const meals = selectedMeals(values).length;
  const days = orderableDays(values.days, rules);
  const hasTooFewDays = values.days === "" || Number(values.days) < rules.days.min;

  /** Custom messages first, in the specification's order (section 5); then the browser's validation. */
  function validate(form: HTMLFormElement): boolean {
    setIsMealMissing(meals === 0);
    if (hasTooFewDays) {
      showPopup({ kind: "error", text: MINIMUM_DAYS_POPUP });
      focusNamed(form, "date");
      return false;
    }
    if (meals === 0) {
      showPopup({ kind: "error", text: NO_MEAL_POPUP });
      focusNamed(form, "breakfast");
      return false;
    }
    return check(form) === "complete";
  }

  async function onReply(reply: Response, messages: Promise<ReplyMessages>, visit: string) {
    const { accepted, text } = await order.readReply(reply);
    showPopup({ kind: accepted ? "success" : "error", text });
    if (accepted) {
      selections[order.kind].getState().markSent(dishes);
      addReceipt({ ...orderReceipt(order, dishes, values), opensAt: paths.selection }, messages);
    }
    if (!accepted && !order.leavesOnRefusal) return "retry";
    if (!accepted) storeRejected({ visit, values, reason: text });
    setSentValues(values);
    clear();
    setTimeoutOnPage(() => void navigate(paths.selection), LEAVE_AFTER_MS);
    return accepted ? "completed" : "blocked";
  }

  function onFailure(error: Error) {
    showPopup({ kind: "error", text: order.failureText(error) });
    return "retry" as const;
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (phase !== "idle" || !validate(event.currentTarget) || days === null) return;
    const visit = visitToken();
    void submit(order.payload(values, priceDayOrder(dishes, days, meals, rules)), {
      onReply: (reply, messages) => onReply(reply, messages, visit),
      onFailure,
    });
  }

  return {
    values,
    change,
    field,
    carry,
    phase,
    // The form is empty then, so the note that everything is still here would be wrong.
    failure: sentValues ? null : failure,
    onSubmit,
    daysError: hasTooFewDays ? MINIMUM_DAYS : undefined,
    mealsError: isMealMissing && meals === 0 ? "Pick breakfast, lunch or dinner." : undefined,
    // The fields are cleared, but the summary still shows the order, so that the layout does not move.
    ...summaryOf(dishes, sentValues ?? values),
    orderedMeals: (sentValues ?? values).meals,
  };
}

/** The price in paise and the hint; both null while the number of days is invalid. */
function summaryOf(dishes: readonly Dish[], values: OrderFormValues) {
  const days = orderableDays(values.days, rules);
  if (days === null) return { price: null, hint: null };
  const meals = selectedMeals(values).length;
  return {
    price: priceDayOrder(dishes, days, meals, rules),
    hint: lowerTotalWithExtraDay(dishes, days, meals, rules),
  };
}

function focusNamed(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLElement) focusField(control);
}

/** The receipt of an accepted order. */
function orderReceipt(order: DayOrderConfig, dishes: readonly Dish[], values: OrderFormValues) {
  const days = orderableDays(values.days, rules);
  const price = days === null ? null : priceDayOrder(dishes, days, selectedMeals(values).length, rules);
  const title = order.formTitle.replace(/ Form$/, "");
  return { title, next: "order" as const, ...describeForm(dishes, values, price) };
}
