import { defineConfig, mergeConfig } from "vitest/config";
import storefront from "./vite.config.ts";

/** Apart from vite.config.ts: whoever only builds the storefront has no vitest. */
export default defineConfig((environment) =>
  mergeConfig(storefront(environment), {
    test: {
      environment: "happy-dom",
      // A window for each file, but not a process: a third of the time. Errors of the platform are of another realm
      // than the tests', so that tests name them rather than compare their class.
      pool: "vmThreads",
      setupFiles: ["./vitest.setup.ts"],
      include: ["{shared,storefront,backoffice}/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
      css: { modules: { classNameStrategy: "non-scoped" } },
      restoreMocks: true,
    },
  }),
);
