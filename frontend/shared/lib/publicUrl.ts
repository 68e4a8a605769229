import { site } from "./site";

/** The public URL of a page or file, from its path below /order ("/birthday"). */
export function publicUrl(path: string): string {
  return new URL(import.meta.env.BASE_URL + path.replace(/^\//, ""), site.origin.url).href;
}
