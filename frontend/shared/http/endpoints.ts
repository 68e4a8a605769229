/** The eight calls of the product (specification, section 7). */
export type Call =
  | "event"
  | "subscription"
  | "appointment"
  | "nutrition"
  | "nonveg"
  | "veg"
  | "combos"
  | "tray";

/**
 * URL of each call: a base that can be set when the storefront is built, and the contract's path.
 * Unset, a call goes to the server that the page came from. A base is an origin, or an origin and a folder, without
 * a slash at its end (VITE_VEG_BASE=https://orders.example.com); that server must allow this origin (CORS), and the
 * page's content security policy must allow that server.
 */
const ENDPOINTS: Readonly<Record<Call, string>> = {
  event: `${import.meta.env.VITE_EVENT_BASE ?? ""}/event-form.php`,
  subscription: `${import.meta.env.VITE_SUBSCRIPTION_BASE ?? ""}/customer-form`,
  appointment: `${import.meta.env.VITE_APPOINTMENT_BASE ?? ""}/api/appointment`,
  nutrition: `${import.meta.env.VITE_NUTRITION_BASE ?? ""}/api/nutrition`,
  nonveg: `${import.meta.env.VITE_NONVEG_BASE ?? ""}/nonvegmeal-form.php`,
  veg: `${import.meta.env.VITE_VEG_BASE ?? ""}/vegmeal-form.php`,
  combos: `${import.meta.env.VITE_COMBOS_BASE ?? ""}/weekmonth-form.php`,
  tray: `${import.meta.env.VITE_TRAY_BASE ?? ""}/mealtray-form.php`,
};

export function endpointOf(call: Call): string {
  return ENDPOINTS[call];
}
