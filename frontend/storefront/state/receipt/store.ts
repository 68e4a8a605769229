import { createStore } from "zustand/vanilla";
import {
  includesReceipt,
  mergeReceipts,
  type Receipt,
  readReceipts,
  readRemembered,
  toRemembered,
  withReply,
} from "~/shared/domain/receipt/receipt";
import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

/** In session storage. */
const VISIT_KEY = "oottam.receipts";
/** In local storage. */
const PHONE_KEY = "oottam.rememberedReceipts";
/** What session storage holds after the receipts were dismissed: remembered ones stay hidden in this tab. */
const DISMISSED = "[]";
/** A bound for the browser's storage, which nobody reaches. */
const MAX_RECEIPTS = 50;

interface Receipts {
  /** Of this tab, newest first. */
  readonly receipts: readonly Receipt[];
  /** Those that the visitor asked this phone to remember, from all tabs. */
  readonly remembered: readonly Receipt[];
  /** False after a reload. */
  readonly fresh: boolean;
}

/** The receipts of this visit, until they are dismissed, and the remembered ones. */
export const receiptStore = createStore<Receipts>(() => ({ receipts: [], remembered: [], fresh: false }));

type ReplyMessagesPromise = Promise<Parameters<typeof withReply>[1]>;

/** Adds a receipt immediately; the reply's content follows when it has been read. */
export function addReceipt(details: Omit<Receipt, "sentAt">, messages: ReplyMessagesPromise): void {
  const { receipts } = receiptStore.getState();
  const remembered = readPhone();
  // Its time identifies a receipt, so no two have the same.
  const earlier = [...receipts, ...remembered].map(({ sentAt }) => sentAt + 1);
  const receipt: Receipt = { ...details, sentAt: Math.max(Date.now(), ...earlier) };
  receiptStore.setState({ fresh: true, remembered });
  setReceipts([receipt, ...receipts].slice(0, MAX_RECEIPTS));
  void messages.then((reply) => {
    const current = receiptStore.getState().receipts;
    // It may have been dismissed meanwhile.
    if (!current.includes(receipt)) return;
    setReceipts(current.map((other) => (other === receipt ? withReply(receipt, reply) : other)));
  });
}

function setReceipts(receipts: readonly Receipt[]): void {
  receiptStore.setState({ receipts });
  const stored = receipts.filter(({ unstored }) => !unstored);
  if (stored.length > 0) writeStored("session", VISIT_KEY, JSON.stringify(stored));
  else removeStored("session", VISIT_KEY);
}

/** Restores the receipts after a page load, which opens each of them once. */
export function restoreReceipts(): void {
  if (receiptStore.getState().receipts.length > 0) return;
  const receipts = readReceipts(readStored("session", VISIT_KEY));
  receiptStore.setState({ receipts, remembered: isDismissed() ? [] : readPhone(), fresh: false });
  const seen = receipts.map((receipt) => ({ ...receipt, seen: true }));
  if (seen.length > 0) writeStored("session", VISIT_KEY, JSON.stringify(seen));
}

export function dismissReceipts(): void {
  setReceipts([]);
  receiptStore.setState({ remembered: [] });
  writeStored("session", VISIT_KEY, DISMISSED);
}

function isDismissed(): boolean {
  return readStored("session", VISIT_KEY) === DISMISSED;
}

/** Requests about health are not remembered, and the others as soon as there is something to find them by. */
export function canBeRemembered({ unstored, reference, statusPath }: Receipt): boolean {
  return !unstored && Boolean(reference || statusPath);
}

/** Remembers this visit's receipts on this phone; false if its storage is blocked or full. */
export function rememberReceipts(): boolean {
  return writePhone(mergeReceipts(receiptStore.getState().receipts.filter(canBeRemembered), readPhone()));
}

/** Removes receipts from this phone at once, in every tab. */
export function forgetReceipts(forgotten: readonly Receipt[]): void {
  const others = (receipts: readonly Receipt[]) =>
    receipts.filter((receipt) => !includesReceipt(forgotten, receipt));
  receiptStore.setState({ fresh: false });
  setReceipts(others(receiptStore.getState().receipts));
  writePhone(others(readPhone()));
}

/** Follows what other tabs remember and forget; returns the function that stops it. */
export function followOtherTabs(): () => void {
  function onStorage({ key }: StorageEvent): void {
    // Null: the storage was cleared.
    if ((key !== PHONE_KEY && key !== null) || isDismissed()) return;
    const { receipts, remembered: before } = receiptStore.getState();
    const remembered = readPhone();
    const forgotten = before.filter((receipt) => !includesReceipt(remembered, receipt));
    receiptStore.setState({ remembered, fresh: false });
    setReceipts(receipts.filter((receipt) => !includesReceipt(forgotten, receipt)));
  }
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Reads what this phone remembers, and removes what is too old from it. */
function readPhone(): readonly Receipt[] {
  const stored = readStored("local", PHONE_KEY);
  const receipts = readRemembered(stored, Date.now());
  if (stored !== null && stored !== serialize(receipts)) writePhone(receipts);
  return receipts;
}

function writePhone(receipts: readonly Receipt[]): boolean {
  const remembered = receipts.slice(0, MAX_RECEIPTS);
  if (remembered.length === 0) removeStored("local", PHONE_KEY);
  else if (!writeStored("local", PHONE_KEY, serialize(remembered))) return false;
  receiptStore.setState({ remembered });
  return true;
}

function serialize(receipts: readonly Receipt[]): string {
  return JSON.stringify(receipts.map(toRemembered));
}
