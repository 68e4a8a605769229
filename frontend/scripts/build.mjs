/**
 * Builds the storefront into a folder (OOTTAM_STOREFRONT, else dist): its code and assets, which know no menu, into
 * site/; the renderer (scripts/render.mjs) into renderer/; the staff pages' scripts and styles into staff/. Then renders
 * the shipped contract: pages into site/ (served under /order), routes.json (the file of each path), content.json,
 * facts.json (what dishes hold, by the Python in PYTHON that has the backend's packages).
 */
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { token } from "./discovery.mjs";
import { licences } from "./licences.mjs";
import { pageTemplate } from "./pageLinks.mjs";
import { pictureSources } from "./pictureFiles.ts";

process.env.NODE_ENV = "production"; // decides which React the renderer gets
const root = fileURLToPath(new URL("..", import.meta.url));
const contract = join(root, "../contract");
const dist = process.env.OOTTAM_STOREFRONT ?? join(root, "dist");
const site = join(dist, "site");
const renderer = join(dist, "renderer");
const started = performance.now();

await rm(dist, { recursive: true, force: true });
await build({ root, logLevel: "warn" });
await build({
  root,
  logLevel: "warn",
  ssr: { noExternal: true },
  build: { ssr: "scripts/render.mjs", copyPublicDir: false },
});
await build({ root, logLevel: "warn", configFile: join(root, "vite.staff.config.ts") });

const readJson = async (file) => JSON.parse(await readFile(file, "utf8"));
const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value)}\n`);

const theme = await readFile(join(root, "shared/styles/theme.css"), "utf8");
await writeJson(join(renderer, "build.json"), {
  template: pageTemplate(await readFile(join(site, "index.html"), "utf8")),
  manifest: await readJson(join(site, ".vite/manifest.json")),
  groups: await readJson(join(site, ".vite/groups.json")),
  colour: token(theme, "--paper"),
  icon: await readFile(join(root, "shared/pictures/favicon.svg"), "utf8"),
  iconGround: token(theme, "--leaf-deep"),
});
const pictures = { dishes: pictureSources("dishes"), scenes: pictureSources("scenes") };
await writeJson(join(renderer, "pictures.json"), pictures);

const PRINT_FACTS = `
import json
from oottam import catalogue
from oottam.catalogue.folder import SHIPPED
print(json.dumps(catalogue.load(SHIPPED).facts_of_recipes()))
`;
/** What dishes hold by the shipped recipes: a server whose kitchen has others renders its own pages. */
const facts = JSON.parse(
  execFileSync(process.env.PYTHON ?? "python", ["-c", PRINT_FACTS], {
    env: { ...process.env, PYTHONPATH: join(root, "../backend") },
    maxBuffer: 2 ** 26,
  }),
);
await writeJson(join(dist, "facts.json"), facts);

const names = ["", "catalogue"].map((folder) => readdir(join(contract, folder)));
const [top, catalogue] = (await Promise.all(names)).map((files) =>
  files.filter((file) => file.endsWith(".json")),
);
const files = [...top, ...catalogue.map((file) => `catalogue/${file}`)].filter(
  (file) => file !== "openapi.json",
);
const input = {
  files: Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readJson(join(contract, file))])),
  ),
  pictures,
  hasOwnIcon: false,
  callBases: {},
  facts,
};
const rendered = JSON.parse(
  execFileSync(process.execPath, [join(renderer, "render.js")], {
    input: JSON.stringify(input),
    maxBuffer: 2 ** 26,
    stdio: ["pipe", "pipe", "inherit"],
  }),
);
for (const [file, text] of Object.entries(rendered.site)) {
  await mkdir(dirname(join(site, file)), { recursive: true });
  await writeFile(join(site, file), text);
}
await writeJson(join(dist, "routes.json"), rendered.routes);
await writeJson(join(dist, "content.json"), rendered.content);

const found = [join(site, ".vite/licences.json"), join(dist, "staff/.vite/licences.json")];
await writeFile(join(dist, "licences.json"), JSON.stringify(licences(root, found)));
for (const folder of [site, join(dist, "staff")]) await rm(join(folder, ".vite"), { recursive: true });
const count = Object.keys(rendered.routes.pages).length;
console.log(`${count} pages in ${((performance.now() - started) / 1000).toFixed(1)} s`);
