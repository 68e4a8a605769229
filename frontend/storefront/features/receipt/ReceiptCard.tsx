import { useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { includesReceipt, type Receipt } from "~/shared/domain/receipt/receipt";
import { classNames } from "~/shared/lib/classNames";
import { site } from "~/shared/lib/site";
import { REMOVES, useFocusAfterRemoval } from "~/shared/lib/useFocusAfterRemoval";
import { CloseButton } from "~/shared/ui/Button";
import { CheckIcon, ChevronIcon } from "~/shared/ui/icons";
import { useRootAttribute } from "~/shared/ui/useRootAttribute";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { NextStep } from "~/storefront/product/SubmitButton";
import { receiptStore } from "~/storefront/state/receipt/store";
import { NextLinks, ReceiptActions, TrackLink } from "./ReceiptActions";
import styles from "./ReceiptCard.module.css";
import { lineOf, sentAtText, sentOnText } from "./receiptText";
import { useCardPosition } from "./useCardPosition";

interface ReceiptCardProps {
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
  const isTracked = !unfolded && !docked && Boolean(latest.statusPath);
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
          <span key={latest.sentAt} className={styles.tick}>
            <CheckIcon size={22} />
          </span>
          <span>
            <span className={isTracked ? styles.narrow : undefined}>Received: </span>
            {latest.title}
            {latest.reference && (
              <>
                <span className={isTracked ? styles.narrow : undefined}>{" · "}</span>
                <b className={styles.reference}>{latest.reference}</b>
              </>
            )}
          </span>
          <ChevronIcon size={20} />
        </button>
        {isTracked && latest.statusPath && (
          <TrackLink
            variant="quiet"
            className={styles.track}
            statusPath={latest.statusPath}
            next={latest.next}
          />
        )}
        <CloseButton label="Dismiss the receipt" size={22} onClick={onDismiss} className={styles.dismiss} />
      </div>
      {/* Rendered even while folded, for print. */}
      <div id={detailsId} className={styles.fold} data-unfolded={unfolded || undefined}>
        <div className={styles.inside}>
          {latest.next && <NextStep kind={latest.next} />}
          <NextLinks receipt={latest} />
          <ReceiptDetails receipt={latest} />
          <ReceiptActions receipt={latest} onForget={onForget} />
          {earlier.length > 0 && <EarlierReceipts receipts={earlier} onForget={onForget} />}
        </div>
      </div>
    </section>
  );
}

/** Maximum number of names on screen; printing shows all. */
const MOST_NAMES = 8;

/** The request, its amount, and when it was sent. */
function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const { chosen, facts } = receipt;
  return (
    <>
      <p className={styles.letterhead}>
        {site.brand.name} · {site.contact.phone} · {site.contact.email}
      </p>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} />
        ))}
        <Fact label="Sent" value={sentAtText(receipt)} />
        {chosen && chosen.names.length > 0 && (
          <div className={styles.chosen}>
            <dt>{`${chosen.label} (${chosen.count ?? chosen.names.length})`}</dt>
            <dd>
              <Names names={chosen.names} />
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const rest = names.slice(MOST_NAMES);
  return (
    <>
      {names.slice(0, MOST_NAMES).join("; ")}
      {rest.length > 0 && (
        <>
          <span className={styles.onPaper}>; {rest.join("; ")}</span>
          <span className={styles.onScreen}> and {rest.length} more</span>
        </>
      )}
    </>
  );
}

/** How many are listed until all are asked for. */
const MAX_LISTED = 3;

interface EarlierReceiptsProps {
  receipts: readonly Receipt[];
  onForget: (receipts: readonly Receipt[]) => void;
}

/** What was sent before the latest receipt, in this visit or remembered on this phone. */
function EarlierReceipts({ receipts, onForget }: EarlierReceiptsProps) {
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
      <ul ref={list}>
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
