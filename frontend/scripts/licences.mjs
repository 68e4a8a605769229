/** The licences of packages whose code or fonts are shipped: Vite lists those of scripts, package.json those of fonts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FONTS = /^@fontsource/;

/** Merges Vite's licence files with those of the fonts below `root`; each package once, sorted by name. */
export function licences(root, files) {
  const scripts = files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")));
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const fonts = Object.keys(dependencies)
    .filter((name) => FONTS.test(name))
    .map((name) => ofPackage(join(root, "node_modules", name)));
  const byName = new Map([...scripts, ...fonts].map((each) => [each.name, each]));
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name)).map(checked);
}

function ofPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return { name, version, identifier: license, text: file ? readFileSync(join(folder, file), "utf8") : "" };
}

function checked({ name, version, identifier, text }) {
  if (!identifier || !text)
    throw new Error(`${name} ${version} comes without a licence, or without its text.`);
  return { name, version, licence: identifier, text: text.trim() };
}
