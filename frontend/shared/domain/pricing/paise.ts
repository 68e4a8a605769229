/** Whole paise of an amount in rupees that has at most two decimals. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Rupees of whole paise, as the JSON number in payloads. */
export function toRupees(paise: number): number {
  return paise / 100;
}
