/** An order as plain text, for a chat, a receipt or the clipboard. Contains no personal data. */
export interface OrderText {
  /** The names of the selected dishes or meals. */
  readonly chosen?: {
    readonly label: string;
    readonly names: readonly string[];
    /** The number of items, when a name stands for several. */
    readonly count?: number;
  };
  readonly facts: readonly OrderFact[];
}

export interface OrderFact {
  readonly label: string;
  readonly value: string;
}

/**
 * A line for each name that fits, and one that counts the rest. Reads no more names than fit: there may be a thousand.
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

/** The order line by line; "- and 61 more" replaces names that exceed this many URL-encoded characters. */
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

/** The URL-encoded length of these lines with the line breaks before them. */
export function sizeOf(lines: readonly string[]): number {
  return encodeURIComponent(lines.map((line) => `\n${line}`).join("")).length;
}
