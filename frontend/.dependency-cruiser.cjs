/**
 * Import rules of the storefront: routes -> features -> product -> (domain, catalogue, api, ui, lib), never upwards; and
 * of the staff's islands, which stand beside it on the same foundations.
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
          "^staff/(pulse|morePlaces|today|generatedFile|notices|copyButtons|run/worker)\\.ts$",
        ],
      },
      to: {},
    },
    {
      name: "features-are-islands",
      comment: "What two features share belongs in product, domain, catalogue, api, ui or lib.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/", pathNot: "^app/features/$1/" },
    },
    {
      name: "nothing-imports-routes",
      comment: "Only the shell (main, prerender, App) knows the screens.",
      severity: "error",
      from: { path: "^app/(features|product|domain|catalogue|api|ui|lib|paths\\.)" },
      to: { path: "^app/routes/" },
    },
    {
      name: "islands-stand-on-the-foundations",
      comment:
        "What the desk shares with the storefront: its rules, menus and fields, never its screens and calls.",
      severity: "error",
      from: { path: "^staff/", pathNot: tests },
      to: { path: "^app/", pathNot: "^app/(domain|catalogue|ui|lib)/" },
    },
    {
      name: "the-storefront-knows-no-desk",
      comment: "Nothing of the staff's pages reaches a visitor.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^staff/" },
    },
    {
      name: "recipes-stay-in-the-kitchen",
      comment: "What is in a dish reaches staff by their pages' own data, and no visitor at all.",
      severity: "error",
      from: { path: "^(app|staff)/" },
      to: { path: "^\\.\\./contract/kitchen/" },
    },
    {
      name: "foundations-know-no-features",
      comment: "Imports point downwards.",
      severity: "error",
      from: { path: "^app/(product|domain|catalogue|api|ui|lib)/" },
      to: { path: "^app/(features|App|main|prerender)" },
    },
    {
      name: "product-is-above-the-foundations",
      comment: "Its pieces of screen know the product; what lies below them knows no such piece.",
      severity: "error",
      from: { path: "^app/(domain|catalogue|api|ui|lib)/", pathNot: tests },
      to: { path: "^app/product/" },
    },
    {
      name: "catalogue-is-data",
      comment:
        "What is on offer, and the rules of ordering; what is drawn of it stands in product or a feature.",
      severity: "error",
      from: { path: "^app/catalogue/", pathNot: tests },
      to: { path: "^app/(api|ui|lib|pictures)/|^app/paths\\.|node_modules/react" },
    },
    {
      name: "ui-knows-no-product",
      comment: "ui can be moved to another product as it is.",
      severity: "error",
      from: { path: "^app/ui/" },
      to: {
        path: "^(app/(domain|catalogue|api|pictures)/|app/paths\\.|app/lib/(site|chatLink)|app/contract/|\\.\\./contract/)",
      },
    },
    {
      name: "domain-is-plain",
      comment: "The domain holds rules, not screens or calls.",
      severity: "error",
      from: { path: "^app/domain/", pathNot: tests },
      to: { path: "^app/((api|ui)/|paths\\.)" },
    },
    {
      name: "lib-is-lowest",
      severity: "error",
      from: { path: "^app/lib/", pathNot: tests },
      to: { path: "^app/(domain|catalogue|api|ui|pictures)/|^app/paths\\." },
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
      from: { path: "^(app|staff)/", pathNot: tests },
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
