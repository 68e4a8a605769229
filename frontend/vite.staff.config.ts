import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractAliases } from "./scripts/contractFiles.ts";

/** Orders are entered in an island: one entry for each kind, so that a page fetches one menu. Plans' weeks are another. */
const orders = ["veg", "nonveg", "tray", "combo"].map((kind) => `staff/phoneOrder/${kind}.tsx`);
const islands = [...orders, "staff/schedule/strip.tsx", "staff/run/rider.tsx", "staff/run/ownRuns.ts"];

/**
 * What the orders' islands share is fetched once, and what all share is apart from it; React too, because it changes
 * with no work of ours.
 */
const groups = [
  { name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
  { name: "shared", test: /\/(?:app\/lib\/classNames|staff\/posting)\./, priority: 2 },
  {
    name: "island",
    test: /\/(?:app|staff\/phoneOrder)\/(?!catalogue\/(?!rules))/,
    minShareCount: 3,
    priority: 1,
  },
];

/** The staff's style sheet and scripts, apart from the storefront's: the server serves them below /static/staff/. */
export default defineConfig({
  base: "/static/staff/",
  publicDir: false,
  plugins: [react()],
  resolve: {
    alias: [{ find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) }, ...contractAliases],
  },
  build: {
    outDir: `${process.env.OOTTAM_STOREFRONT ?? "dist"}/staff`,
    emptyOutDir: false, // scripts/build.mjs cleans once, before all builds
    manifest: "manifest.json",
    license: { fileName: ".vite/licences.json" },
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      input: [
        "staff/staff.css",
        "staff/pulse.ts",
        "staff/morePlaces.ts",
        "staff/generatedFile.ts",
        "staff/notices.ts",
        "staff/status.css",
        "staff/copyButtons.ts",
        "staff/runs.css",
        "staff/run/worker.ts",
        "staff/kitchen.css",
        "staff/kitchenBoard.ts",
        "staff/guide.css",
        "staff/today.css",
        "staff/today.ts",
        ...islands,
      ],
      output: { codeSplitting: { groups } },
    },
    reportCompressedSize: false,
  },
});
