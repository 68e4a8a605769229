import { useState } from "react";
import { useNavigate } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { MEALS, WEEKS } from "~/shared/domain/weekly/weeklyMenu";
import type { ReplyMessages } from "~/shared/http/replyMessages";
import { useIsCurrentPage } from "~/shared/lib/useTimeout";
import { type ComboOrderDetails, comboPayload } from "~/shared/payloads/comboOrder";
import { showPopup } from "~/shared/ui/notifier";
import { comboReceipt } from "~/storefront/features/combos/comboText";
import { COMBO_SELECTION_KEY, type ComboHandover } from "~/storefront/features/combos/handover";
import { paths } from "~/storefront/paths";
import { markOrdered } from "~/storefront/session/abandonedSelection";
import { takeNavigationState } from "~/storefront/session/historyState";
import { useFormValues } from "~/storefront/session/useFormValues";
import { addReceipt } from "~/storefront/state/receipt/store";
import { useSubmission } from "~/storefront/state/useSubmission";

/** Specification, section 8. */
export const SENT = "Order Submitted Successfully!";

/** Values and submission of the combo form (specification, section 4 "Combo form"). */
export function useComboForm(handover: ComboHandover) {
  const navigate = useNavigate();
  // After a reload the form still shows the amounts of the menu that the meals were selected from.
  const { phase, failure, submitChecked } = useSubmission("combos", handover.edition ?? 0);
  const { values, field, check, clear, carry } = useFormValues(EMPTY_VALUES, { persistAs: "combos" });
  const isCurrentPage = useIsCurrentPage();
  const [sent, setSent] = useState(false);
  const { days } = rules.combos;
  const meals = MEALS.filter((meal) => WEEKS.some((week) => handover.selectedItems[week][meal].length > 0));

  function onReply(reply: Response, messages: Promise<ReplyMessages>) {
    if (!reply.ok) throw new Error("Failed to submit order.");
    addReceipt({ ...comboReceipt(handover, values.deliveryTime), opensAt: paths.combos() }, messages);
    markOrdered(COMBO_SELECTION_KEY);
    if (isCurrentPage()) {
      // The form still shows the order; a reload or history navigation must not send it again.
      takeNavigationState();
      setSent(true);
    } else showPopup({ kind: "success", text: SENT });
    clear();
    return "renew" as const;
  }

  /** The submitting flag is not reset on failure (section 4), so the form stays disabled. */
  function onFailure(error: Error) {
    window.alert(`❌ ${error.message}`);
    return "blocked" as const;
  }

  const onSubmit = submitChecked(check, comboPayload(values, handover, days), { onReply, onFailure });

  return {
    field,
    carry,
    days,
    meals,
    failure,
    phase,
    sent,
    onSubmit,
    goHome: () => void navigate(paths.combos(), { replace: true }),
  };
}

/** The form's values as typed. They are converted to the payload on submit. */
const EMPTY_VALUES: ComboOrderDetails = {
  firstName: "",
  lastName: "",
  phone: "",
  email: "",
  deliveryTime: "",
  address: "",
};
