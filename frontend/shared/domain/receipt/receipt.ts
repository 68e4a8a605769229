import type { OrderText } from "#shared/lib/orderText.ts";
import { formatRupees } from "~/shared/lib/money";
import { isStatusPath } from "~/shared/lib/statusPath";
import { NEXT_STEPS, type NextStepKind } from "../nextStep";
import { toPaise } from "../pricing/paise";

/** What is left in the hand of somebody who sent something. It never says who they are, nor anything about health. */
export interface Receipt extends OrderText {
  /** What was asked for, "Veg meal order". */
  readonly title: string;
  /** What happens next is said in the words of this kind. */
  readonly next?: NextStepKind;
  /** Milliseconds of the epoch. */
  readonly sentAt: number;
  /** The server's name for it. */
  readonly reference?: string;
  /** Where to see how far it is. Who has this can open the page: it is not part of what is copied, shared or printed. */
  readonly statusPath?: string;
  /** It stays in memory: that somebody asked a doctor is nothing to be kept, not even in this tab's storage. */
  readonly unstored?: boolean;
}

/** What the reply adds, as far as it could be read. */
interface ReceiptReply {
  readonly reference?: string;
  readonly message?: string;
  readonly statusPath?: string;
}

/**
 * The receipt with what the reply says. Its sentence is not repeated here: it is the popup's, and goes with that
 * (specification, section 4). Where it names another amount first, that one counts and takes the place of ours.
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

/** The total is the last of a receipt's amounts. A sentence without any contradicts none. */
function factsThatCount({ facts }: Receipt, message: string): Receipt["facts"] {
  const theirs = amountIn(message);
  const ours = facts.map(({ value }) => amountIn(value)).findLast((amount) => amount !== null);
  if (theirs === null || ours === undefined || theirs === ours) return facts;
  const others = facts.filter(({ value }) => amountIn(value) === null);
  return [
    ...others,
    { label: "The kitchen’s total", value: formatRupees(toPaise(theirs), { decimals: "auto" }) },
  ];
}

function amountIn(text: string): number | null {
  const [, digits] = AMOUNT.exec(text) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(",", ""));
}

/** Receipts that this tab kept; what is none, in whole or in part, is left out. */
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
