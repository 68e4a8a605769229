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
