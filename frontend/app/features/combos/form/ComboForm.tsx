import { Button } from "~/ui/Button";
import type { ComboHandover } from "../handover";
import { ChosenMeals } from "./ChosenMeals";
import { ComboFields } from "./ComboFields";
import styles from "./ComboForm.module.css";
import { ComboFormSummary } from "./ComboFormSummary";
import { ReloadNotice } from "./ReloadNotice";
import { SentDialog } from "./SentDialog";
import { useComboForm } from "./useComboForm";

/** Fields, what the order comes to, the button, and the meals that were chosen. */
export function ComboForm({ handover }: { handover: ComboHandover }) {
  const { values, change, days, phase, sent, onSubmit, goHome } = useComboForm(handover);
  return (
    <>
      <form className={styles.form} onSubmit={onSubmit}>
        <div className={styles.fields}>
          <ComboFields values={values} change={change} />
        </div>
        <div className={styles.summary}>
          <ComboFormSummary handover={handover} days={days} />
        </div>
        <div className={styles.submit}>
          {/* After a failure the flag stays set (section 4): disabled, and still "Submitting...". */}
          <Button type="submit" size="lg" block busy={phase === "sending"} disabled={phase !== "idle"}>
            {phase === "idle" ? "Submit Order" : "Submitting..."}
          </Button>
          <div role="status">{phase === "shut" && <ReloadNotice />}</div>
        </div>
      </form>
      <ChosenMeals handover={handover} />
      <SentDialog open={sent} onHome={goHome} />
    </>
  );
}
