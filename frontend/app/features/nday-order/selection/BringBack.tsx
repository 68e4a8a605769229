import type { RefObject } from "react";
import type { OrderKind } from "~/domain/menu";
import { selections } from "~/domain/selection/store";
import { Button } from "~/ui/Button";
import { CloseIcon } from "~/ui/icons/CloseIcon";
import { forgetRefused, refusedOrder, restoreRefused } from "../form/refusedOrder";
import { useSelection } from "../useSelection";
import styles from "./BringBack.module.css";

export interface BringBackProps {
  kind: OrderKind;
  /** Where the focus goes when the offer has gone. */
  heading: RefObject<HTMLElement | null>;
}

/**
 * Leaving takes the ticks away (specification, section 3): the next visit in this tab offers them again, and with
 * them what was typed into an order that was refused.
 */
export function BringBack({ kind, heading }: BringBackProps) {
  const offered = useSelection(kind, (selection) => selection.leftBehind.length > 0);
  if (!offered) return null;
  const { bringBack, forget } = selections[kind].getState();
  const refused = refusedOrder();
  function restore(): void {
    bringBack();
    if (refused) restoreRefused();
  }
  function startAfresh(): void {
    forget();
    if (refused) forgetRefused();
  }
  const andGo = (act: () => void) => () => {
    act();
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {refused && <p>Your order was not taken. You can restore your dishes and everything you typed.</p>}
      <div className={styles.offer}>
        <Button variant="secondary" onClick={andGo(restore)}>
          Restore your selection
        </Button>
        <button type="button" className={styles.dismiss} onClick={andGo(startAfresh)}>
          <CloseIcon size={20} label="No, start afresh" />
        </button>
      </div>
    </>
  );
}
