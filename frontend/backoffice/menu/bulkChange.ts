/** A change of many prices by a percentage, in whole paise as the server computes it (backoffice/menu/dishes/grid.py). */
export type Rounding = "up" | "down" | "nearest";

const PAISE = 100;
const HUNDREDTHS = 100 * 100; // of a per cent

/** As a field shows it: "273", "25.50". */
export function formatPrice(rupees: number): string {
  return rupees.toFixed(2).replace(/\.00$/, "");
}

export function changePrice(rupees: number, percent: number, step: number, rounding: Rounding): number {
  const raised = Math.round(rupees * PAISE) * (HUNDREDTHS + Math.round(percent * 100));
  const unit = step * PAISE * HUNDREDTHS;
  const round = { up: Math.ceil, down: Math.floor, nearest: Math.round }[rounding];
  return round(raised / unit) * step;
}

/** The cells copied from a spreadsheet, row by row; a line break at the end adds no row. */
export function readBlock(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  return lines.split("\n").map((line) => line.split("\t").map((cell) => cell.trim()));
}
