import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { dataModules } from "./scripts/dataModules.ts";
import { pictures } from "./scripts/pictures.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The eight POST calls (specification, section 7) as path prefixes; in development they go to the local server. */
const callPaths = [
  "/event-form.php",
  "/customer-form",
  "/api",
  "/nonvegmeal-form.php",
  "/vegmeal-form.php",
  "/weekmonth-form.php",
  "/mealtray-form.php",
];

/**
 * What nearly every screen needs comes in one file. The embedded server speaks HTTP/1.1, of which browsers keep six
 * connections: small files would wait for one another.
 */
const base = {
  name: "base",
  test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/app\/ui\/(?:Button|Picture|icons)\b/,
};

export default defineConfig(({ isSsrBuild }) => ({
  base: "/order/",
  plugins: [pictures(), dataModules(), react()],
  resolve: {
    alias: { "~": here("./app"), "@contract": here("../contract") },
  },
  server: {
    fs: { allow: [here("."), here("../contract")] },
    proxy: Object.fromEntries(callPaths.map((path) => [path, "http://127.0.0.1:8000"])),
  },
  build: {
    outDir: isSsrBuild ? "dist/ssr" : "dist/site",
    emptyOutDir: false, // scripts/build.mjs cleans once, before both builds
    manifest: !isSsrBuild,
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: [base] } } },
    reportCompressedSize: false,
  },
  test: {
    environment: "happy-dom",
    // A window for each file, but not a process: a third of the time. Errors of the platform are of another realm
    // than the tests', so that tests name them rather than compare their class.
    pool: "vmThreads",
    setupFiles: ["./vitest.setup.ts"],
    include: ["app/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
  },
}));
