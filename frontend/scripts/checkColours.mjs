/** Fails on any raw colour of the pages' sources outside shared/styles/theme.css, which has the tokens. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rawColours } from "./rawColours.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = globSync("{shared,storefront,backoffice,statuspage}/**/*.{css,ts,tsx}", { cwd: root }).filter(
  (file) => file !== "shared/styles/theme.css",
);
let found = 0;

for (const file of files.sort()) {
  const language = file.endsWith(".css") ? "css" : "tsx";
  for (const { line, colour } of rawColours(readFileSync(`${root}/${file}`, "utf8"), language)) {
    console.error(`${file}:${line} has the raw colour ${colour}; use a token of shared/styles/theme.css`);
    found += 1;
  }
}
process.exitCode = found ? 1 : 0;
