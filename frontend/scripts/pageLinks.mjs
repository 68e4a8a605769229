const base = "/order/";
const ENTRY = "index.html";
/** The hydration code, which every page needs after its first view. */
const ALIVE = "storefront/hydration/hydrate.tsx";

/**
 * The chunk and its static imports in Vite's manifest, each once. Imports come first, so that a screen's own style sheet
 * is last and wins, as it does after client-side navigation.
 */
function withImports(manifest, key, reached = new Set(), ordered = new Set()) {
  if (reached.has(key)) return ordered;
  reached.add(key);
  for (const needed of manifest[key]?.imports ?? []) withImports(manifest, needed, reached, ordered);
  return ordered.add(key);
}

/**
 * A page's `groups` of content (scripts/content.ts), its links to its style sheets and to the entry's static imports
 * (`links`), and its code files as an attribute of the entry script (`code`), which preloads them when the first view is
 * painted. `source` is the page's file in the manifest; undefined for pages without one (not found). `groups` in the
 * argument has those that each chunk reads.
 */
export function pageLinks({ manifest, groups }, source) {
  const missing = [ENTRY, ALIVE, source].find((key) => key !== undefined && !manifest[key]);
  if (missing) throw new Error(`${missing} is not in the build's manifest.`);
  const start = withImports(manifest, ENTRY);
  const reached = new Set();
  const whole = new Set(
    [ENTRY, ALIVE, source ?? ALIVE].flatMap((key) => [...withImports(manifest, key, reached)]),
  );
  const sheets = new Set([...whole].flatMap((key) => manifest[key].css ?? []));
  const addresses = (keys) => keys.map((key) => base + manifest[key].file);
  const read = [...whole].flatMap((key) => groups[manifest[key].file] ?? []);
  return {
    groups: [...new Set(read)].sort(),
    links: [
      ...[...sheets].map((file) => `<link rel="stylesheet" crossorigin href="${base}${file}">`),
      ...addresses([...start].filter((key) => key !== ENTRY)).map(
        (address) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`,
      ),
    ].join(""),
    code: `data-code="${addresses([...whole].filter((key) => !start.has(key))).join(" ")}"`,
  };
}

/** Vite's page without the links that `pageLinks` adds, and with a placeholder for the list of code files. */
export function pageTemplate(html) {
  return html
    .replace(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, "")
    .replace('<script type="module"', '<script type="module" fetchpriority="low" data-code');
}

/** The template with its places filled, in one pass: what stands in a filled one is not read again. */
export function filled(template, values) {
  return template.replace(
    /<!--(links|head|data|notice|page|content)-->|\bdata-(code)\b/g,
    (_, place, code) => values[place ?? code],
  );
}

/** The page with another SVG icon; as it is without `address`. */
export function withDrawnIcon(html, address) {
  if (!address) return html;
  return html.replace(
    /(<link rel="icon" type="image\/svg\+xml"[^>]*href=")[^"]*/,
    (_, before) => before + address,
  );
}

/** The page without the link to the shipped SVG icon, which browsers would prefer to the shop's own icon. */
export function withoutDrawnIcon(html) {
  return html.replace(/\s*<link rel="icon" type="image\/svg\+xml"[^>]*>/, "");
}
