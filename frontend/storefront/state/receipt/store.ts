import { createStore } from "zustand/vanilla";
import { type Receipt, readReceipts, withReply } from "~/shared/domain/receipt/receipt";
import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

const STORAGE_KEY = "oottam.receipts";
/** The latest receipt and the earlier ones listed with it. */
const MAX_RECEIPTS = 5;

interface Receipts {
  /** Newest first. */
  readonly receipts: readonly Receipt[];
  /** False after a reload. */
  readonly fresh: boolean;
}

/** The receipts of this visit, until they are dismissed. */
export const receiptStore = createStore<Receipts>(() => ({ receipts: [], fresh: false }));

type ReplyMessagesPromise = Promise<Parameters<typeof withReply>[1]>;

/** Adds a receipt immediately; the reply's content follows when it has been read. */
export function addReceipt(details: Omit<Receipt, "sentAt">, messages: ReplyMessagesPromise): void {
  const receipt: Receipt = { ...details, sentAt: Date.now() };
  setReceipts([receipt, ...receiptStore.getState().receipts].slice(0, MAX_RECEIPTS));
  void messages.then((reply) => {
    // The receipt may have been dismissed meanwhile.
    setReceipts(
      receiptStore
        .getState()
        .receipts.map((other) => (other === receipt ? withReply(receipt, reply) : other)),
    );
  });
}

function setReceipts(receipts: readonly Receipt[]): void {
  receiptStore.setState({ receipts, fresh: true });
  const stored = receipts.filter(({ unstored }) => !unstored);
  if (stored.length > 0) writeStored("session", STORAGE_KEY, JSON.stringify(stored));
  else removeStored("session", STORAGE_KEY);
}

/** Restores the receipts after a reload. */
export function restoreReceipts(): void {
  if (receiptStore.getState().receipts.length > 0) return;
  const receipts = readReceipts(readStored("session", STORAGE_KEY));
  if (receipts.length > 0) receiptStore.setState({ receipts, fresh: false });
}

export function dismissReceipts(): void {
  setReceipts([]);
}
