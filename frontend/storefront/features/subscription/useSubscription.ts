import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { type SubscriptionValues, subscriptionRequest } from "~/shared/domain/subscription/request";
import {
  CHOICE_SELECTION_KEY,
  MENU_SELECTION_KEY,
  parseSelectedItems,
  type SelectedItem,
} from "~/shared/domain/subscription/selectedItem";
import { isWeeklyMeal } from "~/shared/domain/weekly/selectedMeals";
import { offersChoice } from "~/shared/domain/weekly/weeklyMenu";
import type { ReplyMessages } from "~/shared/http/replyMessages";
import { useIsCurrentPage } from "~/shared/lib/useTimeout";
import { type ToastMessage, useToasts } from "~/shared/ui/toast/useToasts";
import { paths } from "~/storefront/paths";
import { markOrdered } from "~/storefront/session/abandonedSelection";
import { useFormValues } from "~/storefront/session/useFormValues";
import { addReceipt } from "~/storefront/state/receipt/store";
import { useSubmission } from "~/storefront/state/useSubmission";

const EMPTY: SubscriptionValues = { firstName: "", lastName: "", phone: "", email: "", planDuration: "" };
const REQUIRED = ["firstName", "lastName", "phone", "email", "planDuration"] as const;

/** Every toast of this form stays 3 s (specification, section 8). */
const TOASTS = {
  missing: toast("error", "Please fill all required fields.", "top-left"),
  refused: toast("error", "Failed to send. Please try again.", "top-left"),
  unreached: toast("error", "Network error. Try again later.", "top-left"),
  sent: toast("success", "Selected menu was sent successfully!", "top-right"),
};

function toast(
  kind: ToastMessage["kind"],
  text: string,
  position: ToastMessage["position"],
): Omit<ToastMessage, "onClose"> {
  return { kind, text, position, durationMs: 3000 };
}

/** The selected items of the navigation state, and the form that subscribes to them. Use it after hydration only. */
export function useSubscription() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [items, setItems] = useState(() => parseSelectedItems(state));
  const [isSent, setIsSent] = useState(false);
  const { values, field, check, clear, carry } = useFormValues(EMPTY, {
    persistAs: "subscription",
    required: REQUIRED,
  });
  const { phase, failure, submitChecked } = useSubmission("subscription");
  const showToast = useToasts();
  const isCurrentPage = useIsCurrentPage();

  function toCustomerChoice(): void {
    void navigate(paths.customerChoice());
  }

  /** Keeps the meals, as the back button does. */
  function onCancel(): void {
    void navigate(paths.customerChoice(), { state: { selectedItems: items } });
  }

  function onReply(reply: Response, messages: Promise<ReplyMessages>) {
    if (!reply.ok) {
      showToast(TOASTS.refused);
      return "retry";
    }
    addReceipt({ ...subscriptionReceipt(values, items), opensAt: paths.customerChoice() }, messages);
    markOrdered(items.some(isWeeklyMeal) ? MENU_SELECTION_KEY : CHOICE_SELECTION_KEY);
    clear();
    setItems([]);
    setIsSent(true);
    // A reload must not restore a sent subscription.
    if (isCurrentPage()) void navigate(paths.customerChoiceSubmit(), { replace: true });
    showToast({ ...TOASTS.sent, onClose: () => isCurrentPage() && toCustomerChoice() });
    return "renew";
  }

  function onFailure() {
    showToast(TOASTS.unreached);
    return "retry" as const;
  }

  const onSubmit = submitChecked(check, subscriptionRequest(values, items), {
    onChecked: (found) => found === "missing" && showToast(TOASTS.missing),
    onReply,
    onFailure,
  });

  // A sent subscription's meals are cleared: the visitor is not asked for others.
  const needsMeals = items.length === 0 && !isSent;
  return { items, needsMeals, field, carry, failure, sending: phase === "sending", onSubmit, onCancel };
}

/** Names a meal with its meal and, in the weekly menu, its week and day: "Pesarattu (Breakfast, Week 1, Wednesday)". */
function describeMeal({ id, title, category }: SelectedItem): string {
  const [, week, day] = /^W(\d+)-[BLD]-(\w+)$/.exec(id) ?? [];
  return week ? `${title} (${category}, Week ${week}, ${day})` : `${title} (${category})`;
}

/** The receipt of a subscription. */
export function subscriptionReceipt({ planDuration }: SubscriptionValues, items: readonly SelectedItem[]) {
  const plan = rules.planDurations.find(({ value }) => value === planDuration)?.label ?? planDuration;
  return {
    title: "Meal subscription",
    next: "subscription" as const,
    chosen: { label: "Meals", names: items.map(describeMeal) },
    facts: [
      { label: "Plan", value: plan },
      ...(items.some(({ title }) => offersChoice(title))
        ? [{ label: "Dishes with a choice", value: "We’ll ask you which you prefer" }]
        : []),
    ],
  };
}
