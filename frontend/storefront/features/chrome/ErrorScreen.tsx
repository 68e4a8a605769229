import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Receipt } from "~/shared/domain/receipt/receipt";
import { isSending, sendingStore } from "~/shared/http/interrupted";
import { site } from "~/shared/lib/site";
import { Button, LinkButton } from "~/shared/ui/Button";
import { reloadIfReplaced } from "~/storefront/session/reloadIfReplaced";
import { receiptStore, restoreReceipts } from "~/storefront/state/receipt/store";
import styles from "./StopScreen.module.css";

/** How long after a submission a failed screen still confirms it. */
const RECENT_MS = 30 * 60 * 1000;

interface ErrorScreenProps {
  /** Renders the failed screen again. */
  retry: () => void;
}

/** Replaces a screen that failed to load or render. What was sent from it comes first: it must not be sent again. */
export function ErrorScreen({ retry }: ErrorScreenProps) {
  const [failedAt] = useState(Date.now);
  const sending = useStore(sendingStore, isSending);
  const [wasSending, setWasSending] = useState(sending);
  const receipt = useStore(receiptStore, ({ receipts }) => receipts[0]);
  useEffect(restoreReceipts, []);
  // The failed screen may have been scrolled. Void: newer browsers return a promise, which is no cleanup.
  useEffect(() => void window.scrollTo({ top: 0, behavior: "instant" }), []);

  if (sending && !wasSending) setWasSending(true);
  if (sending) {
    return (
      <Screen
        title="Still sending…"
        text="Please keep this page open. It will show here whether it arrived."
      />
    );
  }
  // An earlier receipt does not confirm what was being sent.
  const since = wasSending ? failedAt : failedAt - RECENT_MS;
  if (receipt && receipt.sentAt >= since) return <Received receipt={receipt} />;
  if (wasSending) {
    return (
      <Screen
        title="This page did not load"
        text="We got no confirmation of what you sent. If no email from us arrives, please send it again."
      >
        <ReloadButton />
      </Screen>
    );
  }
  return <NotLoaded retry={retry} />;
}

function Received({ receipt: { title, reference, statusPath, next } }: { receipt: Receipt }) {
  const noun = next === "order" ? "order" : "request";
  const line = reference ? `${title} ${reference}` : title;
  return (
    <Screen
      title={`Your ${noun} was received`}
      text={`We have it: ${line}. Only this page stopped working, so please do not send it again.`}
    >
      {statusPath && (
        <LinkButton size="lg" href={statusPath}>
          {`See your ${noun}`}
        </LinkButton>
      )}
      {/* A page load: the failed page's code may be of no further use. */}
      <LinkButton size="lg" variant="secondary" href={import.meta.env.BASE_URL}>
        Back to the start
      </LinkButton>
    </Screen>
  );
}

/** Reloads by itself if the page's files may have been replaced, and retries when the browser is online again. */
function NotLoaded({ retry }: ErrorScreenProps) {
  useEffect(() => void reloadIfReplaced(), []);
  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);
  return (
    <Screen
      title="This page did not load"
      text="The connection may have dropped, or we updated the site while you were here. Reloading usually helps. If you’re offline, we’ll try again as soon as you’re back online."
    >
      <ReloadButton />
    </Screen>
  );
}

function ReloadButton() {
  return (
    <Button size="lg" onClick={() => window.location.reload()}>
      Reload
    </Button>
  );
}

function Screen({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.screen} role="alert" data-message>
      <title>{`${title} · ${site.brand.name}`}</title>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.ways}>{children}</div>}
    </div>
  );
}
