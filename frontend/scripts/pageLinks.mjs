const base = "/order/";

/**
 * The chunk and all chunks it needs at once, each named once, by Vite's manifest. What is needed stands before
 * what needs it, so that a screen's own style sheet comes last and wins, as it does after a click on a link.
 */
function withImports(manifest, key, reached = new Set(), ordered = new Set()) {
  if (reached.has(key)) return ordered;
  reached.add(key);
  for (const needed of manifest[key]?.imports ?? []) withImports(manifest, needed, reached, ordered);
  return ordered.add(key);
}

/**
 * Links of one page to its style sheets (`styles`) and to the chunks beside the entry (`scripts`). The page is whole
 * without its scripts, so they make way for what can be seen. `source` is the page's file as the manifest names it;
 * undefined for pages without one (not found).
 */
export function pageLinks(manifest, source) {
  if (source !== undefined && !manifest[source]) throw new Error(`${source} is not in the build's manifest.`);
  const keys = new Set(withImports(manifest, "index.html"));
  for (const key of withImports(manifest, source ?? "index.html")) keys.add(key);
  const chunks = [...keys].map((key) => manifest[key]);
  const sheets = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const others = chunks.filter((chunk) => chunk !== manifest["index.html"]);
  return {
    styles: [...sheets].map((file) => `<link rel="stylesheet" crossorigin href="${base}${file}">`).join(""),
    scripts: others
      .map(({ file }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${base}${file}">`)
      .join(""),
  };
}

/** Vite's own page, with the entry's script making way too, and without the links that `pageLinks` gives. */
export function pageTemplate(html) {
  return html
    .replace(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, "")
    .replace('<script type="module"', '<script type="module" fetchpriority="low"');
}
