import { useRef, useState } from "react";
import { useStore } from "zustand";
import { includesReceipt, type Receipt } from "~/shared/domain/receipt/receipt";
import { REMOVES, useFocusAfterRemoval } from "~/shared/lib/useFocusAfterRemoval";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { receiptStore } from "~/storefront/state/receipt/store";
import styles from "./EarlierReceipts.module.css";
import { lineOf, sentOnText } from "./receiptText";

/** How many are listed until all are asked for. */
const MAX_LISTED = 3;

interface EarlierReceiptsProps {
  receipts: readonly Receipt[];
  onForget: (receipts: readonly Receipt[]) => void;
}

/** What was sent before the latest receipt, in this visit or remembered on this phone. */
export function EarlierReceipts({ receipts, onForget }: EarlierReceiptsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const remembered = useStore(receiptStore, (state) => state.remembered);
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const onRemove = useFocusAfterRemoval(list, receipts.length, heading);
  const listed = isWhole ? receipts : receipts.slice(0, MAX_LISTED);

  function forget(receipt: Receipt, { currentTarget }: { currentTarget: Element }): void {
    onRemove([...(list.current?.querySelectorAll("[data-removes]") ?? [])].indexOf(currentTarget));
    onForget([receipt]);
  }

  return (
    <div className={styles.earlier}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        Earlier
      </h2>
      <ul ref={list} className={styles.list}>
        {listed.map((receipt) => (
          <li key={receipt.sentAt} className={styles.line}>
            <span>{`${lineOf(receipt)}, ${sentOnText(receipt)}`}</span>
            {receipt.statusPath && (
              <a href={receipt.statusPath} target="_blank" rel="noopener">
                Track
                <span className={visuallyHidden.text}>{` ${lineOf(receipt)} (opens in a new tab)`}</span>
              </a>
            )}
            {includesReceipt(remembered, receipt) && (
              <button type="button" {...REMOVES} onClick={(event) => forget(receipt, event)}>
                Forget
                <span className={visuallyHidden.text}>{` ${lineOf(receipt)}`}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.line}>
        {listed.length < receipts.length && (
          <button type="button" onClick={() => setIsWhole(true)}>
            {`Show all ${receipts.length}`}
          </button>
        )}
        {remembered.length > 1 && (
          <button type="button" onClick={() => onForget(remembered)}>
            Forget all
          </button>
        )}
      </div>
    </div>
  );
}
