import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";
import { contractAliases } from "./contractFiles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Evaluates modules named *.data.ts while building, and puts what they export in their place as plain values: what
 * they read to get there (whole catalogues) stays out of the browser. Elsewhere they are modules like any other.
 */
export function dataModules(): Plugin {
  return {
    name: "data-modules",
    apply: () => !process.env.VITEST,
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(".data.ts")) return null;
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, {
        configFile: false,
        logLevel: "warn",
        resolve: { alias: [{ find: "~", replacement: root }, ...contractAliases] },
      });
      for (const file of dependencies) this.addWatchFile(file);
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
        .join("");
    },
  };
}
