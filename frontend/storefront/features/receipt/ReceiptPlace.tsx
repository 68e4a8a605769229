import { useEffect } from "react";
import { useStore } from "zustand";
import { ScrollAnchor } from "#shared/ui/ScrollAnchor.tsx";
import type { Receipt } from "~/shared/domain/receipt/receipt";
import { useFetched } from "~/shared/lib/useFetched";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { dismissReceipts, receiptStore, restoreReceipts } from "~/storefront/state/receipt/store";
import { useReceiptStage } from "./useReceiptStage";

const PAGE = "main";

const fetchCard = () => import("./ReceiptCard").then((module) => module.ReceiptCard);

/**
 * Where the receipt of what was sent stands, above the pages, until it is dismissed. It takes no focus; the live
 * region stands from the start. The card's code comes with the first receipt.
 */
export function ReceiptPlace({ pathname }: { pathname: string }) {
  const receipts = useStore(receiptStore, (state) => state.receipts);
  const fresh = useStore(receiptStore, (state) => state.fresh);
  const [latest, ...earlier] = receipts;
  // Without it the visitor has still had the form's own message.
  const Card = useFetched(fetchCard, latest !== undefined);
  const { stage, unfolded, toggle } = useReceiptStage(latest?.sentAt, fresh, pathname);
  useEffect(restoreReceipts, []);

  function dismiss(): void {
    dismissReceipts();
    // The button that was pressed is gone: whoever goes on by keyboard starts at the page.
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
