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

/** Times as people read them. Not Intl, whose data differ between Node and browsers. */
export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1000;

/** "7:30 pm" from "19:30", as forms and contract/ have it. */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** "26 Nov 2026, 7:30 pm", in the device's time zone. */
export function deviceTime(at: number): string {
  const date = new Date(at);
  const time = clockTime(`${date.getHours()}:${date.getMinutes()}`);
  return `${date.getDate()} ${short(MONTHS[date.getMonth()])} ${date.getFullYear()}, ${time}`;
}

/** "Thu 26 Nov, 7:30 pm", in India's time. */
export function indianTime(at: number): string {
  const date = new Date(at + INDIA_AHEAD_MS);
  const day = `${short(WEEKDAYS[date.getUTCDay()])} ${date.getUTCDate()} ${short(MONTHS[date.getUTCMonth()])}`;
  return `${day}, ${clockTime(`${date.getUTCHours()}:${date.getUTCMinutes()}`)}`;
}

function short(name = ""): string {
  return name.slice(0, 3);
}

/** "breakfast, lunch and dinner". */
export function joinWithAnd(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
