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
 * The server of each call: an origin, or an origin and a folder, without a slash at its end; where it is missing, the
 * server that the page came from. Set by OOTTAM_CALL_BASES when pages are rendered. The other server must allow this
 * origin (CORS); the pages' content security policy allows that server.
 */
export const callBases: Readonly<Partial<Record<Call, string>>> =
  (globalThis as { content?: { callBases: Partial<Record<Call, string>> } }).content?.callBases ?? {};
