import type { RefObject } from "react";
import type { OrderKind } from "~/shared/domain/menu";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { selections } from "~/storefront/state/selection/store";
import { discardRejected, markRestored, rejectedOrder } from "../form/rejectedOrder";
import { useSelection } from "../useSelection";

export interface RestoreDishesProps {
  kind: OrderKind;
  heading: RefObject<HTMLElement | null>;
}

/**
 * The offer draws itself again, and not the whole menu. With the dishes of an order that was refused it restores what
 * was typed.
 */
export function RestoreDishes({ kind, heading }: RestoreDishesProps) {
  const offered = useSelection(kind, (selection) => selection.abandoned.length > 0);
  const { restoreAbandoned, discardAbandoned } = selections[kind].getState();
  const rejected = rejectedOrder();
  function restore(): void {
    restoreAbandoned();
    if (rejected) markRestored();
  }
  function discard(): void {
    discardAbandoned();
    if (rejected) discardRejected();
  }
  return (
    <>
      {offered && rejected && (
        <p>We couldn’t accept your order. You can restore your dishes and everything you typed.</p>
      )}
      <RestoreSelection offered={offered} onRestore={restore} onForget={discard} heading={heading} />
    </>
  );
}
