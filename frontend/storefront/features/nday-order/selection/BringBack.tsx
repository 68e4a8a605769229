import type { RefObject } from "react";
import type { OrderKind } from "~/shared/domain/menu";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { selections } from "~/storefront/state/selection/store";
import { forgetRefused, refusedOrder, restoreRefused } from "../form/refusedOrder";
import { useSelection } from "../useSelection";

export interface BringBackProps {
  kind: OrderKind;
  heading: RefObject<HTMLElement | null>;
}

/**
 * The offer draws itself again, and not the whole menu. With the dishes of an order that was refused it restores what
 * was typed.
 */
export function BringBack({ kind, heading }: BringBackProps) {
  const offered = useSelection(kind, (selection) => selection.leftBehind.length > 0);
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
  return (
    <>
      {offered && refused && (
        <p>We couldn’t accept your order. You can restore your dishes and everything you typed.</p>
      )}
      <RestoreSelection offered={offered} onRestore={restore} onForget={startAfresh} heading={heading} />
    </>
  );
}
