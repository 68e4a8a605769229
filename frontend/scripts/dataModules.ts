import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";
import { contractAliases } from "./contractFiles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Evaluates modules named *.data.ts at build time and replaces them by their exported values, so that what they import
 * (whole catalogues) is not shipped. In tests they are ordinary modules.
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
