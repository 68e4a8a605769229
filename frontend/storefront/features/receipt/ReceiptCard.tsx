import { useId, useRef } from "react";
import type { Receipt } from "~/shared/domain/receipt/receipt";
import { classNames } from "~/shared/lib/classNames";
import { CheckIcon, ChevronIcon, CloseIcon } from "~/shared/ui/icons";
import { useRootAttribute } from "~/shared/ui/useRootAttribute";
import { EarlierReceipts } from "./EarlierReceipts";
import { ReceiptActions } from "./ReceiptActions";
import styles from "./ReceiptCard.module.css";
import { ReceiptDetails } from "./ReceiptDetails";
import { useCardPosition } from "./useCardPosition";

export interface ReceiptCardProps {
  latest: Receipt;
  earlier: readonly Receipt[];
  /** Fixed below the header, over the page; else in the flow above the page. */
  docked: boolean;
  unfolded: boolean;
  onToggle: () => void;
  onDismiss: () => void;
  onForget: (receipts: readonly Receipt[]) => void;
}

/** One line with the request's title that expands to its details. */
export function ReceiptCard({
  latest,
  earlier,
  docked,
  unfolded,
  onToggle,
  onDismiss,
  onForget,
}: ReceiptCardProps) {
  const detailsId = useId();
  const card = useRef<HTMLElement>(null);
  useRootAttribute("data-docked-card", docked);
  useCardPosition(card, docked, latest.reference);
  return (
    <section
      ref={card}
      aria-label="Receipt"
      className={classNames(styles.card, docked && styles.docked)}
      data-receipt
    >
      <div className={styles.strip}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={unfolded}
          aria-controls={detailsId}
          onClick={onToggle}
        >
          <CheckIcon size={22} />
          <span>
            Received: {latest.title}
            {latest.reference && (
              <>
                {" · "}
                <b className={styles.reference}>{latest.reference}</b>
              </>
            )}
          </span>
          <ChevronIcon size={20} />
        </button>
        <button type="button" className={styles.dismiss} onClick={onDismiss}>
          <CloseIcon size={22} label="Dismiss the receipt" />
        </button>
      </div>
      {/* Folded it is still there for the printer. */}
      <div id={detailsId} className={styles.fold} data-unfolded={unfolded || undefined}>
        <div className={styles.inside}>
          <ReceiptDetails receipt={latest} />
          <ReceiptActions receipt={latest} onForget={onForget} />
          {earlier.length > 0 && <EarlierReceipts receipts={earlier} onForget={onForget} />}
        </div>
      </div>
    </section>
  );
}
