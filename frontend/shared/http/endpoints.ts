import { type Call, callBases } from "./callBases";

/** The path of each call (specification, section 7). */
const PATHS: Readonly<Record<Call, string>> = {
  event: "/event-form.php",
  subscription: "/customer-form",
  appointment: "/api/appointment",
  nutrition: "/api/nutrition",
  nonveg: "/nonvegmeal-form.php",
  veg: "/vegmeal-form.php",
  combos: "/weekmonth-form.php",
  tray: "/mealtray-form.php",
};

/** The URL of a call: its server, where another one is set for it, and its path. */
export function endpointOf(call: Call): string {
  return (callBases[call] ?? "") + PATHS[call];
}
