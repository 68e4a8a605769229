import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import entries from "./pageEntries.json" with { type: "json" };
import { BUILD_TARGET } from "./scripts/browserFloor.ts";
import { contentOfPage } from "./scripts/content.ts";
import { contractAliases } from "./scripts/contractFiles.ts";

/** Order entry has one entry per kind, so that a page loads only its own menu. */
const orders = entries.filter((path) => path.startsWith("backoffice/phoneOrder/"));

/**
 * One chunk for what the order islands share, one for what all islands share, and small ones for what the rider's
 * and the plan's islands need of it. Only the order islands read content (scripts/content.ts). React is a chunk of its
 * own, because it rarely changes.
 */
const groups = [
  { name: "react", test: /\/(?:node_modules\/(?:react|react-dom|scheduler)|shared\/jsx)\//, priority: 2 },
  {
    name: "shared",
    test: /\/(?:shared\/(?:lib\/classNames|http\/withTimeout)|backoffice\/httpClient)\./,
    priority: 2,
  },
  // The parts of "island" that pages without content need: without React, and with it.
  { name: "text", test: /\/shared\/lib\/text\./, priority: 2 },
  { name: "forms", test: /\/shared\/(?:lib\/useSingleSubmission|ui\/useCustomError)\./, priority: 2 },
  // Loaded by every staff page (backoffice/layout.ts).
  { name: "postedForms", test: /\/(?:shared\/lib\/browserStorage|backoffice\/postedForms)\./, priority: 2 },
  {
    name: "island",
    test: /\/(?:shared|storefront|backoffice\/phoneOrder)\/(?!catalogue\/|content\.|lib\/site)/,
    minShareCount: 3,
    priority: 1,
  },
];

/** Stops the build where another page's script would load content: only pages of order entry carry any (#content). */
const contentOfOrders: Plugin = {
  name: "content-of-orders",
  generateBundle(_, bundle) {
    function loadsContent(file: string, seen: Set<string>): boolean {
      const chunk = bundle[file];
      if (chunk?.type !== "chunk" || seen.has(file)) return false;
      seen.add(file);
      const holdsIt = chunk.moduleIds.some((id) => id.endsWith("/shared/content.ts"));
      return holdsIt || chunk.imports.some((next) => loadsContent(next, seen));
    }
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || !chunk.isEntry) continue;
      if (orders.some((path) => chunk.facadeModuleId?.endsWith(path))) continue;
      if (loadsContent(chunk.fileName, new Set()))
        this.error(`${chunk.facadeModuleId} loads shared/content.ts`);
    }
  },
};

/** Styles and scripts of the staff's pages and of the customer's status page, which the server serves below /static/staff/. */
export default defineConfig({
  base: "/static/staff/",
  publicDir: false,
  plugins: [contentOfPage(), contentOfOrders, react({ jsxImportSource: "#jsx" })],
  resolve: {
    alias: [{ find: "~", replacement: fileURLToPath(new URL(".", import.meta.url)) }, ...contractAliases],
  },
  build: {
    outDir: `${process.env.OOTTAM_STOREFRONT ?? "dist"}/staff`,
    emptyOutDir: false, // scripts/build.mjs cleans once, before all builds
    manifest: "manifest.json",
    license: { fileName: ".vite/licences.json" },
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: BUILD_TARGET,
    rolldownOptions: {
      input: entries,
      output: { codeSplitting: { groups } },
    },
    reportCompressedSize: false,
  },
});
