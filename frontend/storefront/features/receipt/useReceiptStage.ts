import { useEffect, useState } from "react";
import type { Receipt } from "~/shared/domain/receipt/receipt";

/**
 * docked: sent on this page, collapsed below the header. open: expanded at the top of the same page once the form's
 * message is gone, or of the page where the form leads. kept: on any other page, collapsed at the top.
 */
type ReceiptStage = "docked" | "open" | "kept";

interface StageState {
  readonly sentAt: number | undefined;
  readonly pathname: string;
  readonly stage: ReceiptStage;
  /** The visitor's choice, until the next stage; null without one. */
  readonly unfolded: boolean | null;
}

/**
 * The stage of the latest receipt on the page at this path; `toggle` collapses and expands it. It does not open on a page
 * whose card has not loaded, or that is being left.
 */
export function useReceiptStage(
  latest: Receipt | undefined,
  fresh: boolean,
  pathname: string,
  isReady: boolean,
) {
  const sentAt = latest?.sentAt;
  const opensHere = latest?.opensAt === pathname;
  const [state, setState] = useState<StageState>({ sentAt, pathname, stage: "kept", unfolded: null });
  let current = state;
  if (sentAt !== state.sentAt) {
    const stage = fresh ? "docked" : opensHere && !latest?.seen ? "open" : "kept";
    current = { sentAt, pathname, stage, unfolded: null };
  } else if (pathname !== state.pathname) {
    current = {
      sentAt,
      pathname,
      stage: state.stage === "docked" && opensHere ? "open" : "kept",
      unfolded: null,
    };
  }
  // During render, so that a page never shows the previous page's stage.
  if (current !== state) setState(current);

  const waits = current.stage === "docked" && current.unfolded === null && isReady;
  useEffect(() => {
    if (waits) return afterMessages(() => setState((docked) => ({ ...docked, stage: "open" })));
  }, [waits, sentAt]);

  const unfolded = current.unfolded ?? current.stage === "open";
  return { stage: current.stage, unfolded, toggle: () => setState({ ...current, unfolded: !unfolded }) };
}

/** The longest that a form's message stays by itself (specification, section 9). */
const MESSAGE_MS = 3000;
/** Every element that shows the result of a submission, and every dialog. */
const MESSAGES = "[data-message], .Toastify__toast, dialog[open]";
const ACTIONS = ["pointerdown", "keydown", "wheel"];

/**
 * Calls back once the messages about a submission are gone, unless the visitor goes on with the page meanwhile: then
 * the page must not move. Returns the function that cancels it.
 */
function afterMessages(open: () => void): () => void {
  const listening = new AbortController();
  const observer = new MutationObserver(openIfClear);
  const timer = setTimeout(() => {
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
    openIfClear();
  }, MESSAGE_MS);

  function cancel(): void {
    clearTimeout(timer);
    observer.disconnect();
    listening.abort();
  }
  function openIfClear(): void {
    if (document.querySelector(MESSAGES)) return;
    cancel();
    open();
  }
  function onAction({ target }: Event): void {
    if (target instanceof Element && !target.closest(MESSAGES)) cancel();
  }
  for (const type of ACTIONS) addEventListener(type, onAction, { signal: listening.signal, passive: true });
  return cancel;
}
