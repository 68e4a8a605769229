/** What somebody asks for, in plain words: for a chat, a receipt, a copy. Never holds who they are. */
export interface OrderText {
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

/**
 * The names that there is room for, a line each; what is left out takes a line as well. No more of them are looked at
 * than there is room for: there may be a thousand.
 */
function nameLines(names: readonly string[], room: number): readonly string[] {
  const lines: string[] = [];
  const roomBesideRest = room - sizeOf([moreLine(names.length)]);
  let used = 0;
  let fitBesideRest = 0;
  for (const name of names) {
    const line = `- ${name}`;
    used += sizeOf([line]);
    if (used > room) return [...lines.slice(0, fitBesideRest), moreLine(names.length - fitBesideRest)];
    lines.push(line);
    if (used <= roomBesideRest) fitBesideRest = lines.length;
  }
  return lines;
}

/** The words line by line, "- and 61 more" in the place of names that do not fit into so many encoded characters. */
export function orderLines(
  { chosen, facts }: OrderText,
  encodedRoom = Number.POSITIVE_INFINITY,
): readonly string[] {
  const factLines = facts.map(({ label, value }) => `${label}: ${value}`);
  if (!chosen || chosen.names.length === 0) return factLines;
  const head = `${chosen.label} (${chosen.count ?? chosen.names.length}):`;
  return [head, ...nameLines(chosen.names, encodedRoom - sizeOf([head, ...factLines])), ...factLines];
}

function moreLine(count: number): string {
  return `- and ${count} more`;
}

/** Characters that these lines take in an address, the line breaks before them included. */
export function sizeOf(lines: readonly string[]): number {
  return encodeURIComponent(lines.map((line) => `\n${line}`).join("")).length;
}
