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
 * Offers to restore an abandoned selection, with the form values of a rejected order. A component of its own, so that
 * a change of the offer does not render the whole menu.
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
