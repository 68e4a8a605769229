import { Button } from "~/shared/ui/Button";
import styles from "./ReloadButton.module.css";

/** The way on from a failed submit: the history's state keeps the selection, and what was typed, through a reload. */
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
