import { NEXT_STEPS, type NextStepKind } from "~/shared/domain/nextStep";
import { toPaise } from "~/shared/domain/pricing/paise";
import type { OrderText } from "~/shared/lib/orderText";
import { isStatusPath } from "~/shared/lib/statusPath";
import { formatRupees } from "~/shared/lib/text";

/** The confirmation of a sent request. It contains no personal data and nothing about health. */
export interface Receipt extends OrderText {
  /** "Veg meal order". */
  readonly title: string;
  /** Key of the text about what happens next. */
  readonly next?: NextStepKind;
  /** Milliseconds of the epoch. */
  readonly sentAt: number;
  /** Path of the only page that shows its details at once: where it was sent, or where that form leads. */
  readonly opensAt?: string;
  readonly reference?: string;
  /** Path of the status page. Anyone who has it can open the page, so it is not copied, shared or printed. */
  readonly statusPath?: string;
  /** In memory only: a request to a doctor must not be stored, not even in session storage. */
  readonly unstored?: boolean;
  /** A page load has already opened it. */
  readonly seen?: boolean;
}

export const REMEMBERED_DAYS = 30;
const REMEMBERED_MS = REMEMBERED_DAYS * 24 * 60 * 60 * 1000;

interface ReceiptReply {
  readonly reference?: string;
  readonly message?: string;
  readonly statusPath?: string;
}

/**
 * Adds the reply to a receipt. The message itself is shown by the popup only (specification, section 4), but if the
 * first amount in it differs from the receipt's total, it replaces the total.
 */
export function withReply(receipt: Receipt, { reference, message, statusPath }: ReceiptReply): Receipt {
  return {
    ...receipt,
    facts: message ? factsThatCount(receipt, message) : receipt.facts,
    ...(reference ? { reference } : {}),
    ...(statusPath ? { statusPath } : {}),
  };
}

const AMOUNT = /₹\s?(\d[\d,]*(?:\.\d+)?)/;

/** The total is the last of a receipt's amounts. */
function factsThatCount({ facts }: Receipt, message: string): Receipt["facts"] {
  const theirs = amountIn(message);
  const ours = facts.flatMap(({ value }) => amountIn(value) ?? []).at(-1);
  if (theirs === null || ours === undefined || theirs === ours) return facts;
  const others = facts.filter(({ value }) => amountIn(value) === null);
  return [...others, { label: "The kitchen’s total", value: formatRupees(toPaise(theirs)) }];
}

function amountIn(text: string): number | null {
  const [, digits] = AMOUNT.exec(text) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(",", ""));
}

/** Parses stored receipts; invalid ones are dropped. */
export function readReceipts(text: string | null): readonly Receipt[] {
  return readList(text).filter(isReceipt);
}

type RememberedReceipt = Pick<Receipt, "title" | "sentAt" | "reference" | "statusPath">;

/** The part of a receipt that outlives the tab. Phones are shared, so it has no name and nothing of the order. */
export function toRemembered({ title, sentAt, reference, statusPath }: RememberedReceipt): RememberedReceipt {
  return { title, sentAt, ...(reference ? { reference } : {}), ...(statusPath ? { statusPath } : {}) };
}

/** Parses remembered receipts; those older than 30 days are dropped. */
export function readRemembered(text: string | null, now: number): readonly Receipt[] {
  return readList(text)
    .map((value) => ({ ...toRemembered(Object(value)), facts: [], seen: true }))
    .filter(isReceipt)
    .filter(({ sentAt }) => Math.abs(now - sentAt) < REMEMBERED_MS);
}

/** Merges the lists, newest first; a receipt in both is taken from the first. */
export function mergeReceipts(first: readonly Receipt[], second: readonly Receipt[]): readonly Receipt[] {
  const others = second.filter((receipt) => !includesReceipt(first, receipt));
  return [...first, ...others].sort((a, b) => b.sentAt - a.sentAt);
}

/** Receipts are told apart by the millisecond at which they were sent. */
export function includesReceipt(receipts: readonly Receipt[], { sentAt }: Receipt): boolean {
  return receipts.some((other) => other.sentAt === sentAt);
}

function readList(text: string | null): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? "");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function isReceipt(value: unknown): value is Receipt {
  const { title, next, sentAt, opensAt, facts, chosen, reference, statusPath } = Object(value) as Record<
    string,
    unknown
  >;
  return (
    typeof title === "string" &&
    typeof sentAt === "number" &&
    Array.isArray(facts) &&
    facts.every(isFact) &&
    (chosen === undefined || isChosen(chosen)) &&
    (next === undefined || (typeof next === "string" && Object.hasOwn(NEXT_STEPS, next))) &&
    [opensAt, reference].every((text) => text === undefined || typeof text === "string") &&
    (statusPath === undefined || isStatusPath(statusPath))
  );
}

function isFact(value: unknown): boolean {
  const { label, value: text } = Object(value) as Record<string, unknown>;
  return typeof label === "string" && typeof text === "string";
}

function isChosen(value: unknown): boolean {
  const { label, names } = Object(value) as Record<string, unknown>;
  return typeof label === "string" && Array.isArray(names) && names.every((name) => typeof name === "string");
}
