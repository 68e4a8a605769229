import { useEffect, useState } from "react";
import type { Receipt } from "~/shared/domain/receipt/receipt";
import { Button, LinkButton } from "~/shared/ui/Button";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { copyText } from "./copyText";
import { printAlone } from "./printAlone";
import styles from "./ReceiptActions.module.css";
import { receiptChatLink, receiptShareLink, receiptText } from "./receiptText";

const STATUS_MS = 4000;

/** Track, copy, print, share. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const [status, setStatus] = useState("");

  useEffect(() => {
    if (status === "") return;
    const timer = setTimeout(() => setStatus(""), STATUS_MS);
    return () => clearTimeout(timer);
  }, [status]);

  async function copy(): Promise<void> {
    setStatus((await copyText(receiptText(receipt))) ? "Copied." : "It couldn’t be copied.");
  }

  return (
    <div className={styles.actions}>
      <TrackLink receipt={receipt} />
      <Button variant="secondary" className={styles.action} onClick={() => void copy()}>
        Copy
      </Button>
      <LinkButton variant="secondary" className={styles.action} href={receiptChatLink(receipt)} newTab>
        Chat with us
        <span className={visuallyHidden.text}> (opens in a new tab)</span>
      </LinkButton>
      <Button variant="secondary" className={styles.action} onClick={() => printAlone("receipt")}>
        Print
      </Button>
      <ShareButton receipt={receipt} />
      <p role="status" className={styles.status}>
        {status}
      </p>
    </div>
  );
}

/** Opens a new tab: leaving this one would lose receipts that are only in memory. */
function TrackLink({ receipt: { statusPath, next } }: { receipt: Receipt }) {
  if (!statusPath) return null;
  return (
    <LinkButton className={styles.action} href={statusPath} newTab>
      Track your {next === "order" ? "order" : "request"}
      <span className={visuallyHidden.text}> (opens in a new tab)</span>
    </LinkButton>
  );
}

/** The system's share sheet if available, else the messaging app. */
function ShareButton({ receipt }: { receipt: Receipt }) {
  if (typeof navigator.share !== "function") {
    return (
      <LinkButton variant="secondary" className={styles.action} href={receiptShareLink(receipt)} newTab>
        Share
        <span className={visuallyHidden.text}> by WhatsApp (opens in a new tab)</span>
      </LinkButton>
    );
  }
  // Rejects when the visitor closes the sheet, which is no error.
  const share = () => navigator.share({ text: receiptText(receipt) }).catch(() => {});
  return (
    <Button variant="secondary" className={styles.action} onClick={() => void share()}>
      Share
    </Button>
  );
}
