import { createStore } from "zustand/vanilla";
import { type Receipt, readReceipts, withReply } from "~/shared/domain/receipt/receipt";
import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

const KEY = "oottam.receipts";
/** The latest, and those before it that are named beside it. */
const MOST = 5;

interface Receipts {
  /** Newest first. */
  readonly receipts: readonly Receipt[];
  /** False for those of before a reload. */
  readonly fresh: boolean;
}

/** The receipts of this visit, until they are dismissed. */
export const receiptStore = createStore<Receipts>(() => ({ receipts: [], fresh: false }));

type ReplyWords = Promise<Parameters<typeof withReply>[1]>;

/** Keeps what was just sent successfully, at once; what the reply says is added when it has been read. */
export function keepReceipt(asked: Omit<Receipt, "sentAt">, words: ReplyWords): void {
  const receipt: Receipt = { ...asked, sentAt: Date.now() };
  hold([receipt, ...receiptStore.getState().receipts].slice(0, MOST));
  void words.then((told) => {
    // It may have been dismissed meanwhile.
    hold(
      receiptStore.getState().receipts.map((held) => (held === receipt ? withReply(receipt, told) : held)),
    );
  });
}

function hold(receipts: readonly Receipt[]): void {
  receiptStore.setState({ receipts, fresh: true });
  const kept = receipts.filter(({ unstored }) => !unstored);
  if (kept.length > 0) writeStored("session", KEY, JSON.stringify(kept));
  else removeStored("session", KEY);
}

/** Brings back what this tab held before a reload. */
export function restoreReceipts(): void {
  if (receiptStore.getState().receipts.length > 0) return;
  const receipts = readReceipts(readStored("session", KEY));
  if (receipts.length > 0) receiptStore.setState({ receipts, fresh: false });
}

/** Takes all of them away. */
export function dismissReceipts(): void {
  hold([]);
}
