import { site } from "./site";

/** The address of a page or file of the storefront as the world sees it, from its path below /order ("/birthday"). */
export function publicUrl(path: string): string {
  return new URL(import.meta.env.BASE_URL + path.replace(/^\//, ""), site.origin.url).href;
}
