export interface RupeeFormat {
  /** "always" shows paise even when they are 00; "auto", the default, omits them for whole rupees. */
  decimals?: "always" | "auto";
}

/** Groups digits the Indian way: the last three, then pairs (12,34,567). */
function grouped(rupees: string): string {
  return rupees.replace(/(\d)(?=(\d\d)+\d$)/g, "$1,");
}

/**
 * An amount in whole paise as rupees, "₹1,234.50".
 * Not Intl.NumberFormat, because the ICU data of Node and browsers differ, and prerendered text must match.
 */
export function formatRupees(paise: number, { decimals = "auto" }: RupeeFormat = {}): string {
  const totalPaise = Math.abs(Math.round(paise));
  const rupees = grouped(String(Math.floor(totalPaise / 100)));
  const rest = totalPaise % 100;
  const fraction = decimals === "always" || rest > 0 ? `.${String(rest).padStart(2, "0")}` : "";
  return `${paise < 0 ? "−" : ""}₹${rupees}${fraction}`;
}

/** The rupees that a person typed, as "₹1,250.50" or "Rs. 1,100/-" (backend/oottam/core/money.py); undefined for anything else. */
export function readRupees(text: string): number | undefined {
  const plain = text.replace(/\s/g, "").replace(/^(?:₹|rs\.?|inr)|(?:\/[-=]|rs\.?|rupees)$/gi, "");
  const isPrice = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d{0,2})?$/.test(plain);
  return isPrice ? Number(plain.replaceAll(",", "")) : undefined;
}
