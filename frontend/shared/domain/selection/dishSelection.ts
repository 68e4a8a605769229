import type { Dish } from "../menu";

/** A stretch of a list of ticked dishes. */
export type Block = readonly Dish[];

const MAX_BLOCK = 32;

/** What is asked of a list with every tick. */
interface Index {
  readonly dishes: Set<Dish>;
  /** How many dishes of other lists are in this one, as far as somebody has asked. */
  readonly counts: Map<readonly Dish[], number>;
}

const indexes = new WeakMap<readonly Dish[], Index>();
const divisions = new WeakMap<readonly Dish[], readonly Block[]>();

/** Whether a dish is among these. */
export function isSelected(items: readonly Dish[], dish: Dish): boolean {
  return indexOf(items).dishes.has(dish);
}

/** How many dishes of a category are among these. */
export function countSelected(items: readonly Dish[], category: readonly Dish[]): number {
  const { dishes, counts } = indexOf(items);
  const count = counts.get(category) ?? category.filter((dish) => dishes.has(dish)).length;
  counts.set(category, count);
  return count;
}

/**
 * The same dishes in their order, in blocks: a tick makes one of them anew, and the others stay the same arrays at the
 * same places. Some may be empty.
 */
export function blocksOf(items: readonly Dish[]): readonly Block[] {
  const blocks = divisions.get(items) ?? divide(items);
  divisions.set(items, blocks);
  return blocks;
}

/**
 * These dishes with one more at their end, or without it where it was among them. What is known of the old list goes on
 * with the new one, brought up to date: a tick looks through no list, however long it is.
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
