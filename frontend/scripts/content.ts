/**
 * Content: what a shop sells and says, known when pages are rendered (scripts/render.mjs), not when code is built. In
 * tests and in development the modules below read the contract's files themselves.
 */
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const pictureFiles = fileURLToPath(new URL("pictureFiles.ts", import.meta.url));

/** The group of each module of content. Each export is a `const` of JSON. A page carries "shop", and the groups of its own screen. */
const CONTENT_GROUPS: Readonly<Record<string, string>> = {
  "shared/lib/site.ts": "shop",
  "shared/catalogue/rules.ts": "rules",
  "shared/catalogue/offered.ts": "shop",
  "storefront/product/prices.ts": "shop",
  "shared/catalogue/edition.ts": "shop",
  "shared/catalogue/place.ts": "shop",
  "storefront/routes/titles.ts": "shop",
  "shared/http/callBases.ts": "shop",
  "storefront/features/chrome/ownIcon.ts": "shop",
  "shared/catalogue/veg.ts": "veg",
  "storefront/routes/descriptions/vegMeal.ts": "veg",
  "shared/catalogue/nonveg.ts": "nonveg",
  "storefront/routes/descriptions/nonVegMeal.ts": "nonveg",
  "shared/catalogue/tray.ts": "tray",
  "storefront/routes/descriptions/mealTray.ts": "tray",
  "shared/catalogue/weeklyMenu.ts": "weekly-menu",
  "storefront/features/combos/picker/description.ts": "weekly-menu",
  "shared/catalogue/customChoice.ts": "custom-choice",
  "storefront/features/custom-choice/description.ts": "custom-choice",
  "shared/catalogue/descriptions.ts": "descriptions",
  "shared/catalogue/ingredientWords.ts": "ingredient-words",
  "shared/pictures/dishPictures.ts": "dish-pictures",
  "shared/catalogue/healthPlans.ts": "health-plans",
  "storefront/features/health-plans/content.ts": "health-plans",
  "storefront/features/events/content/birthday.ts": "birthday",
  "storefront/features/events/content/corporate.ts": "corporate",
  "storefront/features/events/content/family.ts": "family",
  "storefront/features/events/content/platters.ts": "platters",
  "storefront/features/landing/content.ts": "landing",
  "storefront/features/meal-home/content.ts": "meal-home",
  "storefront/features/nutrition/content.ts": "nutrition",
};

const groupOf = (id: string) => CONTENT_GROUPS[relative(root, id).replaceAll("\\", "/")];

/** For browsers: a module of content has no values of its own, but reads them from the page or from its group's module. */
export function contentOfPage(): Plugin {
  return {
    name: "content-of-page",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild && !process.env.VITEST,
    enforce: "pre",
    async load(id) {
      const group = groupOf(id);
      if (!group) return null;
      const names = (await readFile(id, "utf8")).matchAll(/^export const (\w+)/gm);
      const source =
        group === "shop"
          ? 'import { shop as values } from "~/shared/content";'
          : `import { loadGroup } from "~/shared/content";\nconst values = await loadGroup(${JSON.stringify(group)});`;
      const exports = Array.from(names, ([, name]) => `export const ${name} = values.${name};`);
      return [source, ...exports].join("\n");
    },
    /** Tells the renderer which groups each chunk reads. */
    generateBundle(_, bundle) {
      const groups = Object.values(bundle).flatMap((file) => {
        const found = file.type === "chunk" ? file.moduleIds.flatMap((id) => groupOf(id) ?? []) : [];
        const read = [...new Set(found)].filter((group) => group !== "shop").sort();
        return read.length > 0 ? [[file.fileName, read]] : [];
      });
      this.emitFile({
        type: "asset",
        fileName: ".vite/groups.json",
        source: JSON.stringify(Object.fromEntries(groups)),
      });
    },
  };
}

/** A module whose default export has the values of every group. */
function allGroups(): string {
  const files = Object.entries(CONTENT_GROUPS);
  const imports = files.map(([file], at) => `import * as values${at} from "~/${file}";`);
  const lines = [...new Set(Object.values(CONTENT_GROUPS))].map((name) => {
    const values = files.flatMap(([, group], at) => (group === name ? [`...values${at}`] : []));
    return `${JSON.stringify(name)}: { ${values.join(", ")} },`;
  });
  return [...imports, "export default {", ...lines, "};"].join("\n");
}

/** For the renderer: what is read from the contract and from folders of pictures is `globalThis.content`, its input. */
export function contentOfInput(): Plugin {
  const prefix = "@contract/";
  const groups = "virtual:content-groups";
  return {
    name: "content-of-input",
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    enforce: "pre",
    resolveId(id) {
      if (id === groups) return `\0${groups}`;
      return id.startsWith(prefix) ? `\0${id.replace(/\.json$/, "")}` : null;
    },
    load(id) {
      if (id === `\0${groups}`) return allGroups();
      if (id.startsWith(`\0${prefix}`)) {
        const file = `${id.slice(prefix.length + 1)}.json`;
        return `export default globalThis.content.files[${JSON.stringify(file)}];`;
      }
      if (id !== pictureFiles) return null;
      return [
        "export const pictureSources = (folder) => globalThis.content.pictures[folder] ?? {};",
        "export const hasOwnIcon = () => globalThis.content.hasOwnIcon;",
      ].join("\n");
    },
  };
}
