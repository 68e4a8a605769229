import { LinkButton } from "~/shared/ui/Button";
import styles from "./ChangeLink.module.css";

export interface ChangeLinkProps {
  /** What was chosen: "dishes". */
  what: string;
  /** Where it was chosen. */
  to: string;
  /** What that screen ticks again; undefined once it has been ordered. */
  selectedItems: unknown;
  /** Keeps what is typed for the form that follows. */
  onLeave: () => void;
}

/** From a form back to its menu, where everything is ticked again. */
export function ChangeLink({ what, to, selectedItems, onLeave }: ChangeLinkProps) {
  return (
    <LinkButton
      variant="quiet"
      to={to}
      state={selectedItems && { selectedItems }}
      onClick={onLeave}
      className={styles.change}
    >
      Change {what}
    </LinkButton>
  );
}
