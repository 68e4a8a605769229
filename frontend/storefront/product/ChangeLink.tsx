import { LinkButton } from "~/shared/ui/Button";
import styles from "./ChangeLink.module.css";

export interface ChangeLinkProps {
  /** "dishes" or "meals". */
  what: string;
  to: string;
  /** The selection as navigation state; undefined once it has been ordered. */
  selectedItems: unknown;
  /** Carries the form's values over to the next form. */
  onLeave: () => void;
}

/** A link from a form back to its menu that restores the selection there. */
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
