import { formatRupees } from "~/shared/lib/money";
import type { OrderText } from "~/shared/lib/orderText";
import { isStatusPath } from "~/shared/lib/statusPath";
import { NEXT_STEPS, type NextStepKind } from "../nextStep";
import { toPaise } from "../pricing/paise";

/** The confirmation of a sent request. It contains no personal data and nothing about health. */
export interface Receipt extends OrderText {
  /** "Veg meal order". */
  readonly title: string;
  /** Key of the text about what happens next. */
  readonly next?: NextStepKind;
  /** Milliseconds of the epoch. */
  readonly sentAt: number;
  /** The request's reference. */
  readonly reference?: string;
  /** Path of the status page. Anyone who has it can open the page, so it is not copied, shared or printed. */
  readonly statusPath?: string;
  /** In memory only: a request to a doctor must not be stored, not even in session storage. */
  readonly unstored?: boolean;
}

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
  try {
    const stored: unknown = JSON.parse(text ?? "");
    return Array.isArray(stored) ? stored.filter(isReceipt) : [];
  } catch {
    return [];
  }
}

function isReceipt(value: unknown): value is Receipt {
  const { title, next, sentAt, facts, chosen, reference, statusPath } = Object(value) as Record<
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
    (reference === undefined || typeof reference === "string") &&
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
