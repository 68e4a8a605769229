import { Button } from "~/shared/ui/Button";
import styles from "./ReloadButton.module.css";

/** Reloads after a failed submit: the history entry keeps the selection and the form values. */
export function ReloadButton() {
  return (
    <>
      Nothing you typed is lost, and it won’t count twice.
      <Button variant="quiet" className={styles.reload} onClick={() => window.location.reload()}>
        Reload to try again, your selection is kept
      </Button>
    </>
  );
}
