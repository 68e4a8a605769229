/**
 * Values of a form that was left by its link to change the selection. In memory; a reload takes them along in the history
 * entry, which holds typed values anyway.
 */
import { persist, readPersisted } from "./historyState";
import { visitToken } from "./visits";

interface CarriedValues {
  /** Of the form. */
  readonly name: string | null;
  readonly visit: string;
  readonly values: object;
}

const ENTRY_NAME = "carried";

let carried: CarriedValues | undefined;

export function carryValues(name: string | null, values: object): void {
  carried = { name, visit: visitToken(), values };
}

/** The values for the form of this name, once, and only during the visit that they were typed in. */
export function takeCarriedValues(name: string | null): object | undefined {
  const taken = carried;
  carried = undefined;
  return taken?.name === name && taken.visit === visitToken() ? taken.values : undefined;
}

/** Call before a reload. */
export function persistCarriedValues(): void {
  if (carried) persist(ENTRY_NAME, carried);
}

/** Call when a screen is entered, after its visit is known. */
export function restoreCarriedValues(): void {
  const persisted = readPersisted(ENTRY_NAME);
  if (!isCarried(persisted)) return;
  carried = persisted;
  persist(ENTRY_NAME, undefined);
}

function isCarried(value: unknown): value is CarriedValues {
  const { name, visit, values } = Object(value) as Partial<Record<keyof CarriedValues, unknown>>;
  return (
    typeof name === "string" && typeof visit === "string" && typeof values === "object" && values !== null
  );
}
