import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { includesReceipt, REMEMBERED_DAYS, type Receipt } from "~/shared/domain/receipt/receipt";
import { startPath } from "~/shared/lib/statusPath";
import { Button, LinkButton } from "~/shared/ui/Button";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { canBeRemembered, receiptStore, rememberReceipts } from "~/storefront/state/receipt/store";
import styles from "./ReceiptActions.module.css";
import { lineOf, receiptChatLink, receiptShareLink, receiptText } from "./receiptText";

const STATUS_MS = 4000;

interface ReceiptActionsProps {
  receipt: Receipt;
  onForget: (receipts: readonly Receipt[]) => void;
}

/** Copy, print, share, remember. */
export function ReceiptActions({ receipt, onForget }: ReceiptActionsProps) {
  const [status, setStatus] = useState("");
  const isRemembered = useStore(receiptStore, ({ remembered }) => includesReceipt(remembered, receipt));

  useEffect(() => {
    if (status === "") return;
    const timer = setTimeout(() => setStatus(""), STATUS_MS);
    return () => clearTimeout(timer);
  }, [status]);

  async function copy(): Promise<void> {
    setStatus((await copyText(receiptText(receipt))) ? "Copied." : "It couldn’t be copied.");
  }

  function remember(): void {
    const kept = `Kept on this phone for ${REMEMBERED_DAYS} days, without your name.`;
    setStatus(rememberReceipts() ? kept : "It couldn’t be kept: this browser’s storage is full or blocked.");
  }

  return (
    <div className={styles.actions}>
      <Button variant="quiet" className={styles.action} onClick={() => void copy()}>
        Copy
      </Button>
      <LinkButton variant="quiet" className={styles.action} href={receiptChatLink(receipt)} newTab>
        Chat with us
        <span className={visuallyHidden.text}> (opens in a new tab)</span>
      </LinkButton>
      <Button variant="quiet" className={styles.action} onClick={() => printAlone("receipt")}>
        Print
      </Button>
      <ShareButton receipt={receipt} />
      {isRemembered ? (
        <Button variant="quiet" className={styles.action} onClick={() => onForget([receipt])}>
          Forget
          <span className={visuallyHidden.text}>{` ${lineOf(receipt)}`}</span>
        </Button>
      ) : (
        canBeRemembered(receipt) && (
          <Button variant="quiet" className={styles.action} onClick={remember}>
            Remember on this phone
          </Button>
        )
      )}
      <p role="status" className={styles.status}>
        {status}
      </p>
    </div>
  );
}

/**
 * The customer's next step: the page that asks her what is still needed, and the status page. They open a new tab: leaving
 * this one would lose receipts that are only in memory.
 */
export function NextLinks({ receipt: { statusPath, next } }: { receipt: Receipt }) {
  if (!statusPath) return null;
  const isStartAsked = next === "order" || next === "subscription";
  return (
    <div className={styles.next}>
      {isStartAsked && (
        <LinkButton className={styles.main} href={startPath(statusPath)} newTab>
          Tell us allergies and first day (2 minutes)
          <span className={visuallyHidden.text}> (opens in a new tab)</span>
        </LinkButton>
      )}
      <TrackLink
        variant={isStartAsked ? "secondary" : "primary"}
        className={styles.action}
        statusPath={statusPath}
        next={next}
      />
    </div>
  );
}

interface TrackLinkProps {
  statusPath: string;
  next: Receipt["next"];
  variant: "primary" | "secondary" | "quiet";
  className: string | undefined;
}

/** To the status page. */
export function TrackLink({ statusPath, next, variant, className }: TrackLinkProps) {
  return (
    <LinkButton variant={variant} className={className} href={statusPath} newTab>
      {trackLabel(next)}
      <span className={visuallyHidden.text}> (opens in a new tab)</span>
    </LinkButton>
  );
}

/** A remembered receipt does not name its request. */
function trackLabel(next: Receipt["next"]): string {
  if (!next) return "Track it";
  return next === "order" ? "Track your order" : "Track your request";
}

/** The system's share sheet if available, else the messaging app. */
function ShareButton({ receipt }: { receipt: Receipt }) {
  if (typeof navigator.share !== "function") {
    return (
      <LinkButton variant="quiet" className={styles.action} href={receiptShareLink(receipt)} newTab>
        Share
        <span className={visuallyHidden.text}> by WhatsApp (opens in a new tab)</span>
      </LinkButton>
    );
  }
  // Rejects when the visitor closes the sheet, which is no error.
  const share = () => navigator.share({ text: receiptText(receipt) }).catch(() => {});
  return (
    <Button variant="quiet" className={styles.action} onClick={() => void share()}>
      Share
    </Button>
  );
}

/** Copies a text; false when the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  try {
    // Missing on pages without HTTPS.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return copySelected(text);
  } catch {
    return false;
  }
}

/** Legacy copy through a hidden, selected field. Restores the focus. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

/** Prints one part of the page; styles/print.css refers to the parts by name. */
function printAlone(part: "receipt"): void {
  const { dataset } = document.documentElement;
  dataset.print = part;
  window.addEventListener(
    "afterprint",
    () => {
      delete dataset.print;
    },
    { once: true },
  );
  window.print();
}
