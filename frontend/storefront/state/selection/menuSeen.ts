/**
 * The menu that a stored selection was made from. In local storage, a key per kind of order; none for the contract's
 * own menu.
 */
import { edition } from "~/shared/catalogue/edition";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import { isAnySoldOut, soldOutUntil } from "~/shared/domain/soldOut";
import { readStored, removeStored, writeStored } from "~/shared/lib/browserStorage";

export interface MenuSeen {
  /** The edition of the menu that the visitor saw. */
  readonly edition: number;
  /** Ids of dishes that the visitor wants although they were sold out. */
  readonly soldOut: readonly string[];
}

const NOTHING: MenuSeen = { edition: 0, soldOut: [] };

const keyOf = (kind: OrderKind) => `oottam.menuSeen.${kind}`;

/** Blocked, missing or invalid storage reads as the contract's own menu. */
export function readMenuSeen(kind: OrderKind): MenuSeen {
  try {
    const { edition, soldOut } = Object(JSON.parse(readStored("local", keyOf(kind)) ?? "null"));
    return Number.isInteger(edition) && Array.isArray(soldOut) ? { edition, soldOut } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Called with each selection that is stored. Reads nothing, since a read would end the delay of large writes. */
export function writeMenuSeen(kind: OrderKind, selectedItems: readonly Dish[]): void {
  const soldOut = isAnySoldOut()
    ? selectedItems.filter(({ name }) => soldOutUntil(name) !== undefined).map(({ id }) => id)
    : [];
  if (edition === 0 && soldOut.length === 0) removeMenuSeen(kind);
  else writeStored("local", keyOf(kind), JSON.stringify({ edition, soldOut } satisfies MenuSeen));
}

export function removeMenuSeen(kind: OrderKind): void {
  removeStored("local", keyOf(kind));
}
