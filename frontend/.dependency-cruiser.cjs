/**
 * Import rules. `shared` is below all pages: ui, lib, domain, catalogue, payloads, http. The storefront above it:
 * routes -> features -> product -> (state, session, hydration), never upwards. The back office and the customer's status page import `shared` alone.
 */
const tests = "\\.test\\.tsx?$|/testing\\.ts$";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two modules that need each other are one module.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "Nothing imports it: it is dead, or a line is missing somewhere.",
      severity: "error",
      from: {
        orphan: true,
        pathNot: [
          tests,
          "\\.d\\.ts$",
          "^shared/content\\.ts$", // imported by what scripts/content.ts writes
          ...require("./pageEntries.json").map((path) => `^${path}$`),
        ],
      },
      to: {},
    },
    {
      name: "features-are-islands",
      comment: "What two features share belongs in product, state or shared.",
      severity: "error",
      from: { path: "^storefront/features/([^/]+)/" },
      to: { path: "^storefront/features/", pathNot: "^storefront/features/$1/" },
    },
    {
      name: "nothing-imports-routes",
      comment: "Only the shell (main, prerender, App) knows the screens.",
      severity: "error",
      from: { path: "^(shared/|storefront/(features|product|state|session|hydration/(?!hydrate)|paths\\.))" },
      to: { path: "^storefront/routes/" },
    },
    {
      name: "shared-is-below-all-pages",
      comment: "What storefront, back office and status page have in common knows none of them.",
      severity: "error",
      from: { path: "^shared/", pathNot: tests },
      to: { path: "^(storefront|backoffice|statuspage)/" },
    },
    {
      name: "pages-share-only-shared",
      comment:
        "What storefront, back office and status page have in common is in shared; no staff code reaches a visitor.",
      severity: "error",
      from: { path: "^(storefront|backoffice|statuspage)/", pathNot: tests },
      to: { path: "^(storefront|backoffice|statuspage)/", pathNot: "^$1/" },
    },
    {
      name: "recipes-stay-in-the-kitchen",
      comment: "What is in a dish reaches staff by their pages' own data, and no visitor at all.",
      severity: "error",
      from: { path: "^(shared|storefront|backoffice|statuspage)/" },
      to: { path: "^\\.\\./contract/kitchen/" },
    },
    {
      name: "foundations-know-no-features",
      comment: "Imports point downwards.",
      severity: "error",
      from: { path: "^storefront/(product|state|session|hydration/(?!hydrate))", pathNot: tests },
      to: { path: "^storefront/(features|App|main|prerender)" },
    },
    {
      name: "product-is-above-state",
      comment: "Its pieces of screen know the product; what lies below them knows no such piece.",
      severity: "error",
      from: { path: "^storefront/(state|session|hydration/(?!hydrate))", pathNot: tests },
      to: { path: "^storefront/product/" },
    },
    {
      name: "catalogue-is-data",
      comment:
        "What is on offer, and the rules of ordering; what is drawn of it stands in product or a feature.",
      severity: "error",
      from: { path: "^shared/catalogue/", pathNot: tests },
      to: { path: "^shared/(http|ui|lib|pictures)/|node_modules/react" },
    },
    {
      name: "ui-knows-no-product",
      comment: "ui can be moved to another product as it is.",
      severity: "error",
      from: { path: "^shared/ui/" },
      to: {
        path: "^(shared/(domain|catalogue|http|pictures|contract)/|shared/lib/(site|chatLink)|\\.\\./contract/)",
      },
    },
    {
      name: "domain-is-plain",
      comment: "The domain holds rules, not screens or calls.",
      severity: "error",
      from: { path: "^shared/domain/", pathNot: tests },
      to: { path: "^shared/(http|ui)/|node_modules/zustand" },
    },
    {
      name: "lib-is-lowest",
      severity: "error",
      from: { path: "^shared/lib/", pathNot: tests },
      to: { path: "^shared/(domain|catalogue|http|ui|pictures)/" },
    },
    {
      name: "no-unknown-imports",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\.(css|webp|svg|woff2)$" },
    },
    {
      name: "no-development-packages",
      comment: "What the browser runs comes from dependencies.",
      severity: "error",
      from: { path: "^(shared|storefront|backoffice|statuspage)/", pathNot: tests },
      to: { dependencyTypes: ["npm-dev"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "module", "default", "types"],
    },
  },
};
