interface Input {
  readonly edition?: number;
  readonly soldOut?: Readonly<Record<string, string>>;
}

const input = (globalThis as { content?: Input }).content;

/** The number of the published menu that the page was rendered from; 0 for the contract's files. */
export const edition: number = input?.edition ?? 0;

/** Until when a dish is sold out, by its name: "today", the last day (ISO date, IST), or "" until further notice. */
export const soldOut: Readonly<Record<string, string>> = input?.soldOut ?? {};
