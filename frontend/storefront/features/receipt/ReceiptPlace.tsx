import { useEffect } from "react";
import { useStore } from "zustand";
import type { Receipt } from "~/shared/domain/receipt/receipt";
import { useFetched } from "~/shared/lib/useFetched";
import { ScrollAnchor } from "~/shared/ui/ScrollAnchor";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { dismissReceipts, receiptStore, restoreReceipts } from "~/storefront/state/receipt/store";
import { useReceiptStage } from "./useReceiptStage";

const PAGE = "main";

const fetchCard = () => import("./ReceiptCard").then((module) => module.ReceiptCard);

/**
 * Shows the latest receipt above the pages until it is dismissed. It takes no focus; its live region is always present.
 * The card's code loads with the first receipt.
 */
export function ReceiptPlace({ pathname }: { pathname: string }) {
  const receipts = useStore(receiptStore, (state) => state.receipts);
  const fresh = useStore(receiptStore, (state) => state.fresh);
  const [latest, ...earlier] = receipts;
  // If the code fails to load, the visitor has still seen the form's message.
  const Card = useFetched(fetchCard, latest !== undefined);
  const { stage, unfolded, toggle } = useReceiptStage(latest?.sentAt, fresh, pathname);
  useEffect(restoreReceipts, []);

  function dismiss(): void {
    dismissReceipts();
    // The dismiss button is removed: move the focus to the page.
    document.getElementById(PAGE)?.focus({ preventScroll: true });
  }

  return (
    <>
      <p aria-live="polite" className={visuallyHidden.text}>
        {latest && fresh && announcement(latest)}
      </p>
      <ScrollAnchor below={PAGE} always={stage === "here"} isRevealed={stage === "arrived"}>
        {latest && Card && Card !== "failed" && (
          <Card
            latest={latest}
            earlier={earlier}
            docked={stage === "here"}
            unfolded={unfolded}
            onToggle={toggle}
            onDismiss={dismiss}
          />
        )}
      </ScrollAnchor>
    </>
  );
}

function announcement({ title, reference }: Receipt): string {
  return `${title}: received.${reference ? ` Reference ${reference}.` : ""} The details are at the top of the page.`;
}
