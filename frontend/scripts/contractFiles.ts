import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const checkout = join(import.meta.dirname, "../..");
const shipped = join(checkout, "contract");
/** The contract folder of the server's setting, relative to the checkout; by default the shipped one. */
const own = resolve(checkout, process.env.OOTTAM_CONTRACT || "contract");

/** What the build may read from. */
export const contractFolders = [shipped, own];

/** `@contract/...`: a file in the shop's folder replaces the shipped file of the same name, as for the server. */
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
