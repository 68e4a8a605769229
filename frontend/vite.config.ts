import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { BUILD_TARGET } from "./scripts/browserFloor.ts";
import { contentOfInput, contentOfPage } from "./scripts/content.ts";
import { contractAliases, contractFolders } from "./scripts/contractFiles.ts";
import { pictures } from "./scripts/pictures.ts";
import { callPaths } from "./shared/http/callPaths.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Few chunks, because the embedded server speaks HTTP/1.1, for which browsers open six connections: the code before the
 * first view, the shell with the landing page's components, and what the other screens share. Whole menus, the plan
 * comparison, carousels, the picture table and toasts are separate, because few screens need them.
 */
const groups = [
  {
    name: "start",
    test: /\/storefront\/hydration\/earlyEvents\.|\/shared\/http\/replacedPage\.|vite\/preload-helper/,
    priority: 4,
  },
  {
    name: "base",
    test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/(?:storefront\/(?:App\.|product\/(?:CorporatePlans|HeroText|prices))|shared\/(?:jsx\/|catalogue\/place|styles\/|pictures\/tones|ui\/(?:Button|Picture|icons)\b))/,
    priority: 3,
  },
  {
    name: "screens",
    test: /\/(?:shared\/(?:ui\/(?!toast|carousel)|lib|http|domain\/(?!findDishes|dishFilters)|catalogue\/(?!veg|nonveg|tray|weeklyMenu|customChoice|healthPlans))|storefront\/(?:hydration\/(?!hydrate)|session|state|product\/(?!(?:DietFilter|PlanNotes|SelectAll|showMenuChanges|soldOutSlots|weeklyDay|[dD]ishPicture(?:Of)?)\.tsx?)|features\/combos\/ComboTotals\.module))/,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: "weekly-menu",
    test: /\/(?:shared\/catalogue\/weeklyMenu|storefront\/product\/(?:DietFilter|SelectAll|soldOutSlots|weeklyDay)\.tsx?)/,
    priority: 2,
  },
  { name: "carousel", test: /\/shared\/ui\/carousel\//, priority: 1 },
  { name: "plans", test: /\/storefront\/product\/PlanNotes\.tsx/, priority: 2 },
  {
    name: "dish-pictures",
    test: /\/(?:shared\/pictures\/|storefront\/product\/[dD]ishPicture)/,
    priority: 2,
  },
  { name: "events", test: /\/storefront\/features\/events\/(?!content\/)/, priority: 1 },
  { name: "combos", test: /\/storefront\/features\/combos\/(?!form|picker)/, priority: 1 },
];

export default defineConfig(({ isSsrBuild }) => ({
  base: "/order/",
  plugins: [pictures(), contentOfPage(), contentOfInput(), react({ jsxImportSource: "#jsx" })],
  resolve: {
    alias: [
      { find: "~", replacement: here(".") },
      { find: "@shipped", replacement: here("../contract") },
      ...(isSsrBuild ? [] : contractAliases),
    ],
  },
  server: {
    fs: { allow: [here("."), ...contractFolders] },
    watch: { ignored: ["**/.builds/**"] }, // what `make dev` builds for the server
    proxy: Object.fromEntries(
      Object.values(callPaths).map((path) => [path, `http://127.0.0.1:${process.env.PORT ?? 8000}`]),
    ),
  },
  build: {
    outDir: `${process.env.OOTTAM_STOREFRONT ?? "dist"}/${isSsrBuild ? "renderer" : "site"}`,
    emptyOutDir: false, // scripts/build.mjs cleans once, before both builds
    manifest: !isSsrBuild,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    license: isSsrBuild ? false : { fileName: ".vite/licences.json" }, // scripts/licences.mjs reads it
    modulePreload: { polyfill: false },
    target: BUILD_TARGET,
    rolldownOptions: { output: { codeSplitting: { groups } } },
    reportCompressedSize: false,
  },
}));
