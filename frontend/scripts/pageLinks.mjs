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
 * Style sheet and modulepreload links for the chunks of one page, beyond those the entry brings by itself.
 * `source` is the page's file as the manifest names it; undefined for pages without one (not found).
 */
export function pageLinks(manifest, source) {
  if (source === undefined) return "";
  if (!manifest[source]) throw new Error(`${source} is not in the build's manifest.`);
  const entry = withImports(manifest, "index.html");
  const chunks = [...withImports(manifest, source)]
    .filter((key) => !entry.has(key))
    .map((key) => manifest[key]);
  const sheets = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  return [
    ...[...sheets].map((file) => `<link rel="stylesheet" crossorigin href="${base}${file}">`),
    ...chunks.map((chunk) => `<link rel="modulepreload" crossorigin href="${base}${chunk.file}">`),
  ].join("");
}
