import type { Call } from "./callBases";

/** The path of each call (specification, section 7); in development they go to the local server. */
export const callPaths: Readonly<Record<Call, string>> = {
  event: "/event-form.php",
  subscription: "/customer-form",
  appointment: "/api/appointment",
  nutrition: "/api/nutrition",
  nonveg: "/nonvegmeal-form.php",
  veg: "/vegmeal-form.php",
  combos: "/weekmonth-form.php",
  tray: "/mealtray-form.php",
};
