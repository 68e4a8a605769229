import { readFileSync } from "node:fs";
import { defineConfig, mergeConfig } from "vitest/config";
import storefront from "./vite.config.ts";

/** A test names the section that it holds by a tag, "spec:4.7"; docs/conformance.md is written from these. */
const specification = readFileSync(new URL("../docs/specification.md", import.meta.url), "utf8");
const sections = Array.from(specification.matchAll(/^### ([0-9.]+) /gm), ([, section]) => section);

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
      // Far more than any test needs, also on a slow and busy machine.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      tags: sections.map((section) => ({ name: `spec:${section}` })),
    },
  }),
);
