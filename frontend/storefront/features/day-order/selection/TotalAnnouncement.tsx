import { useEffect, useState } from "react";
import type { OrderKind } from "~/shared/domain/menu";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { selections } from "~/storefront/state/selection/store";
import { dishCount } from "../orderText";
import { totalText } from "./totalText";

/** Announces "1 dish, ₹273" after a toggle. Always present: a live region that appears with its text is not read out. */
export function TotalAnnouncement({ kind }: { kind: OrderKind }) {
  const [text, setText] = useState("");
  useEffect(
    () =>
      // Only after mount, so that a restored selection is not announced.
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
