import { Button } from "~/ui/Button";
import { Notice } from "~/ui/Notice";
import styles from "./ReloadNotice.module.css";

/** The way on from a failed submit: the history's state keeps the selection through a reload. Nothing moves when it comes. */
export function ReloadNotice({ shown }: { shown: boolean }) {
  return (
    <div role="status" className={styles.room}>
      {shown && (
        <Notice kind="error">
          <Button variant="quiet" className={styles.reload} onClick={() => window.location.reload()}>
            Reload to try again, your selection is kept
          </Button>
        </Notice>
      )}
    </div>
  );
}
