import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useSubmission } from "~/api/useSubmission";
import { rules } from "~/catalogue/rules";
import { paths } from "~/routes/paths";
import type { ComboHandover } from "../handover";
import { comboPayload } from "./payload";
import { type ComboFormValues, EMPTY_VALUES } from "./values";

/** State and behaviour of the combo form: what is typed and how it is sent (specification, section 4 "Combo form"). */
export function useComboForm(handover: ComboHandover) {
  const navigate = useNavigate();
  const { phase, submit } = useSubmission("combos");
  const [values, setValues] = useState(EMPTY_VALUES);
  const [sent, setSent] = useState(false);
  const { days } = rules.combos;

  function change(changes: Partial<ComboFormValues>): void {
    setValues((before) => ({ ...before, ...changes }));
  }

  function onReply(reply: Response) {
    if (!reply.ok) throw new Error("Failed to submit order.");
    setSent(true);
    return "renew" as const;
  }

  /** The submitting flag is not reset on failure (section 4), so the form stays shut. */
  function onFailure(error: Error) {
    window.alert(`❌ ${error.message}`);
    return "shut" as const;
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (phase === "idle") void submit(comboPayload(values, handover, days), { onReply, onFailure });
  }

  return {
    values,
    change,
    days,
    phase,
    sent,
    onSubmit,
    goHome: () => void navigate(paths.combos(), { replace: true }),
  };
}
