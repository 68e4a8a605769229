/** What somebody asks for, in plain words: for a chat, a receipt, a copy. Never holds who they are. */
export interface OrderWords {
  /** The chosen dishes or meals, by name. */
  readonly chosen?: {
    readonly label: string;
    readonly names: readonly string[];
    /** How many there are, where a line stands for several. */
    readonly count?: number;
  };
  readonly facts: readonly OrderFact[];
}

export interface OrderFact {
  readonly label: string;
  readonly value: string;
}

/** How many of the names there is room for, given what each of them takes; what is left out takes room as well. */
function roomFor(sizes: readonly number[], room: number, restSize: number): number {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= room) return sizes.length;
  let used = restSize;
  const first = sizes.findIndex((size) => {
    used += size;
    return used > room;
  });
  return Math.max(0, first);
}

/** The words line by line, "- and 61 more" in the place of names that do not fit into so many encoded characters. */
export function orderLines(
  { chosen, facts }: OrderWords,
  encodedRoom = Number.POSITIVE_INFINITY,
): readonly string[] {
  const told = facts.map(({ label, value }) => `${label}: ${value}`);
  if (!chosen || chosen.names.length === 0) return told;
  const head = `${chosen.label} (${chosen.count ?? chosen.names.length}):`;
  const names = chosen.names.map((name) => `- ${name}`);
  const room = encodedRoom - sizeOf([head, ...told]);
  const count = roomFor(
    names.map((name) => sizeOf([name])),
    room,
    sizeOf([moreLine(names.length)]),
  );
  const rest = count < names.length ? [moreLine(names.length - count)] : [];
  return [head, ...names.slice(0, count), ...rest, ...told];
}

function moreLine(count: number): string {
  return `- and ${count} more`;
}

/** Characters that these lines take in an address, the line breaks before them included. */
export function sizeOf(lines: readonly string[]): number {
  return encodeURIComponent(lines.map((line) => `\n${line}`).join("")).length;
}
