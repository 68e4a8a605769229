import entries from "./pageEntries.json" with { type: "json" };

export default {
  entry: [
    "scripts/build.mjs",
    "scripts/render.mjs",
    "shared/jsx/{jsx-runtime,jsx-dev-runtime}.ts",
    ...entries.filter((path) => !path.endsWith(".css")),
  ],
  project: [
    "shared/**/*.{ts,tsx}",
    "storefront/**/*.{ts,tsx}",
    "backoffice/**/*.{ts,tsx}",
    "statuspage/**/*.ts",
    "scripts/**/*.{mjs,ts}",
  ],
  ignore: ["shared/content.ts"],
  ignoreIssues: { "tsconfig.json": ["unlisted"] },
  ignoreDependencies: ["@fontsource-variable/figtree", "@fontsource/young-serif", "axe-core"],
};
