import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const checkout = join(import.meta.dirname, "../..");
const shipped = join(checkout, "contract");
/** The folder that the server's own setting names, from the checkout on; the shipped one where it names none. */
const own = resolve(checkout, process.env.OOTTAM_CONTRACT || "contract");

/** What the build may read from. */
export const contractFolders = [shipped, own];

/** `@contract/...`: each file of the shop's folder stands in for the shipped one of that name, as for the server. */
export const contractAliases = aliases(own);

export function aliases(folder: string) {
  const files = ["", "catalogue", "kitchen"]
    .map((name) => join(folder, name))
    .filter((name) => folder !== shipped && existsSync(name))
    .flatMap((name) => readdirSync(name).map((file) => join(name, file)))
    .filter((file) => file.endsWith(".json"));
  const replaced = files.map((file) => ({ find: `@contract/${relative(folder, file)}`, replacement: file }));
  return [...replaced, { find: "@contract", replacement: shipped }];
}
