import type { Dish } from "../menu";

/** A run of consecutive dishes of a selection. */
export type Block = readonly Dish[];

const MAX_BLOCK = 32;

/** Cached lookups of one selection. */
interface Index {
  readonly dishes: Set<Dish>;
  /** How many dishes of a category are selected, for the categories counted so far. */
  readonly counts: Map<readonly Dish[], number>;
}

const indexes = new WeakMap<readonly Dish[], Index>();
const divisions = new WeakMap<readonly Dish[], readonly Block[]>();

export function isSelected(items: readonly Dish[], dish: Dish): boolean {
  return indexOf(items).dishes.has(dish);
}

export function countSelected(items: readonly Dish[], category: readonly Dish[]): number {
  const { dishes, counts } = indexOf(items);
  const count = counts.get(category) ?? category.filter((dish) => dishes.has(dish)).length;
  counts.set(category, count);
  return count;
}

/**
 * The selection in order, in blocks: a toggle replaces one block, and the others stay the same arrays at the same
 * indexes, so that React renders only one again. Blocks may be empty.
 */
export function blocksOf(items: readonly Dish[]): readonly Block[] {
  const blocks = divisions.get(items) ?? divide(items);
  divisions.set(items, blocks);
  return blocks;
}

/**
 * Appends a dish, or removes it if it was selected. The old list's caches move to the new one and are updated, so that
 * a toggle scans no list, however long it is.
 */
export function toggleDish(items: readonly Dish[], dish: Dish): readonly Dish[] {
  const index = indexOf(items);
  const removed = index.dishes.delete(dish);
  if (!removed) index.dishes.add(dish);
  for (const [category, count] of index.counts) {
    if (indexOf(category).dishes.has(dish)) index.counts.set(category, count + (removed ? -1 : 1));
  }
  const next = removed ? items.filter((item) => item !== dish) : [...items, dish];
  indexes.delete(items);
  indexes.set(next, index);
  const blocks = blocksOf(items);
  divisions.set(next, removed ? removeFrom(blocks, dish) : append(blocks, dish));
  return next;
}

function indexOf(items: readonly Dish[]): Index {
  const index = indexes.get(items) ?? { dishes: new Set(items), counts: new Map() };
  indexes.set(items, index);
  return index;
}

function divide(items: readonly Dish[]): readonly Block[] {
  const count = Math.ceil(items.length / MAX_BLOCK);
  return Array.from({ length: count }, (_, index) => items.slice(index * MAX_BLOCK, (index + 1) * MAX_BLOCK));
}

function removeFrom(blocks: readonly Block[], dish: Dish): readonly Block[] {
  return blocks.map((block) => (block.includes(dish) ? block.filter((other) => other !== dish) : block));
}

function append(blocks: readonly Block[], dish: Dish): readonly Block[] {
  const last = blocks.at(-1);
  if (last && last.length < MAX_BLOCK) return [...blocks.slice(0, -1), [...last, dish]];
  return [...blocks, [dish]];
}
