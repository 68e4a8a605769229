import { useEffect, useState } from "react";
import type { OrderKind } from "~/shared/domain/menu";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { selections } from "~/storefront/state/selection/store";
import { dishCount } from "../orderText";
import { totalText } from "./totalText";

/** Says "1 dish, ₹273" after a tick. It stands there, empty, from the start: a region that appears is not read out. */
export function TotalAnnouncement({ kind }: { kind: OrderKind }) {
  const [text, setText] = useState("");
  useEffect(
    () =>
      // From the effects on, so that a restored selection is not read out as if it had just been ticked.
      selections[kind].subscribe(({ selectedItems, totalCost }) => {
        const count = selectedItems.length;
        setText(
          count === 0 ? "No dishes selected" : `${dishCount(count)}, ${totalText(selectedItems, totalCost)}`,
        );
      }),
    [kind],
  );
  return (
    <p role="status" className={visuallyHidden.text}>
      {text}
    </p>
  );
}
