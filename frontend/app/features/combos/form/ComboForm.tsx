import type { SubmissionPhase } from "~/api/useSubmission";
import { toPaise } from "~/domain/pricing/paise";
import { formatRupees } from "~/lib/money";
import { Button } from "~/ui/Button";
import { FormWithSummary } from "~/ui/FormWithSummary";
import type { ComboHandover } from "../handover";
import { ChosenMeals } from "./ChosenMeals";
import { ComboFields } from "./ComboFields";
import { ComboFormSummary } from "./ComboFormSummary";
import { ReloadNotice } from "./ReloadNotice";
import { SentDialog } from "./SentDialog";
import { useComboForm } from "./useComboForm";

/** Fields, what the order comes to, the button, and the meals that were chosen. */
export function ComboForm({ handover }: { handover: ComboHandover }) {
  const { values, change, days, phase, sent, onSubmit, goHome } = useComboForm(handover);
  return (
    <>
      <FormWithSummary
        onSubmit={onSubmit}
        fields={<ComboFields values={values} change={change} />}
        summary={<ComboFormSummary handover={handover} days={days} />}
        total={formatRupees(toPaise(handover.finalAmount), { decimals: "auto" })}
        submit={<SubmitOrder phase={phase} />}
      />
      <ChosenMeals handover={handover} />
      <SentDialog open={sent} onHome={goHome} />
    </>
  );
}

/** After a failure the flag stays set (section 4): disabled, and still "Submitting...". */
function SubmitOrder({ phase }: { phase: SubmissionPhase }) {
  return (
    <>
      <Button type="submit" size="lg" block busy={phase === "sending"} disabled={phase !== "idle"}>
        {phase === "idle" ? "Submit Order" : "Submitting..."}
      </Button>
      <ReloadNotice shown={phase === "shut"} />
    </>
  );
}
