/**
 * Values of a form that was left by its link to change the selection. The history entry of the menu holds them, as the
 * form's own holds what was typed, for a reload and for coming back to it.
 */
import { readStored, writeStored } from "~/shared/lib/browserStorage";
import { persist, readPersisted } from "./historyState";
import { visitToken } from "./visits";

interface CarriedValues {
  /** Of the form. */
  readonly name: string | null;
  readonly visit: string;
  readonly values: object;
  /** When the form was left, in milliseconds. */
  readonly since: number;
}

const ENTRY_NAME = "carried";
/** In session storage: when the form was left whose values were taken last. Other entries may still hold older ones. */
const TAKEN_KEY = "oottam.taken";

let carried: CarriedValues | undefined;

export function carryValues(name: string | null, values: object): void {
  carried = { name, visit: visitToken(), values, since: Date.now() };
}

/** The values for the form of this name, once, and only during the visit that they were typed in. */
export function takeCarriedValues(name: string | null): object | undefined {
  const taken = carried;
  if (!taken) return undefined;
  carried = undefined;
  persist(ENTRY_NAME, undefined);
  writeStored("session", TAKEN_KEY, String(taken.since));
  return taken.name === name && taken.visit === visitToken() ? taken.values : undefined;
}

/** Call when a screen is entered, after its visit is known, and before a reload. */
export function keepCarriedValues(): void {
  const persisted = readPersisted(ENTRY_NAME);
  const isUntaken = isCarried(persisted) && persisted.since > Number(readStored("session", TAKEN_KEY));
  if (isUntaken) carried ??= persisted;
  if (carried?.visit === visitToken()) persist(ENTRY_NAME, carried);
}

function isCarried(value: unknown): value is CarriedValues {
  const { name, visit, values, since } = Object(value) as Partial<Record<keyof CarriedValues, unknown>>;
  return (
    typeof name === "string" &&
    typeof visit === "string" &&
    typeof values === "object" &&
    values !== null &&
    typeof since === "number"
  );
}
