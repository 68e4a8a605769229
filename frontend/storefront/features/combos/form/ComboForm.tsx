import { toPaise } from "~/shared/domain/pricing/paise";
import { formatRupees } from "~/shared/lib/money";
import { FormWithSummary } from "~/shared/ui/FormWithSummary";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep } from "~/storefront/product/NextStep";
import { SubmitButton } from "~/storefront/product/SubmitButton";
import type { ComboHandover } from "../handover";
import { ChosenMeals } from "./ChosenMeals";
import { ComboFields } from "./ComboFields";
import { ComboFormSummary } from "./ComboFormSummary";
import { ReloadButton } from "./ReloadButton";
import { SentDialog } from "./SentDialog";
import { useComboForm } from "./useComboForm";

/** Fields, summary, button, and the selected meals. */
export function ComboForm({ handover }: { handover: ComboHandover }) {
  const form = useComboForm(handover);
  return (
    <>
      <FormWithSummary
        noValidate
        onSubmit={form.onSubmit}
        fields={<ComboFields form={form} />}
        summary={<ComboFormSummary handover={handover} days={form.days} onLeave={form.carry} />}
        total={formatRupees(toPaise(handover.finalAmount))}
        submit={<SubmitOrder form={form} />}
        note={<NextStep kind="order" />}
      />
      <ChosenMeals handover={handover} />
      <SentDialog open={form.sent} onHome={form.goHome} />
    </>
  );
}

/** After a failure the button stays disabled with "Submitting..." (section 4). */
function SubmitOrder({ form: { phase, failure } }: { form: ReturnType<typeof useComboForm> }) {
  return (
    <>
      <SubmitButton overBar size="lg" block busy={phase === "sending"} disabled={phase !== "idle"}>
        {phase === "idle" ? "Submit Order" : "Submitting..."}
      </SubmitButton>
      <FailureNote failure={failure} action={<ReloadButton />} overBar />
    </>
  );
}
