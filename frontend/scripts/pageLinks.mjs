const base = "/order/";
const ENTRY = "index.html";
/** What makes a page live (storefront/hydration/hydrate.tsx): every page needs it, and no first view waits for it. */
const ALIVE = "storefront/hydration/hydrate.tsx";

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
 * Links of one page to its style sheets and to what the entry's script starts with (`links`), and the files of its
 * code as an attribute of that script (`code`), which asks for them when the first view is painted. `source` is the
 * page's file as the manifest names it; undefined for pages without one (not found).
 */
export function pageLinks(manifest, source) {
  const missing = [ENTRY, ALIVE, source].find((key) => key !== undefined && !manifest[key]);
  if (missing) throw new Error(`${missing} is not in the build's manifest.`);
  const start = withImports(manifest, ENTRY);
  const reached = new Set();
  const whole = new Set(
    [ENTRY, ALIVE, source ?? ALIVE].flatMap((key) => [...withImports(manifest, key, reached)]),
  );
  const sheets = new Set([...whole].flatMap((key) => manifest[key].css ?? []));
  const addresses = (keys) => keys.map((key) => base + manifest[key].file);
  return {
    links: [
      ...[...sheets].map((file) => `<link rel="stylesheet" crossorigin href="${base}${file}">`),
      ...addresses([...start].filter((key) => key !== ENTRY)).map(
        (address) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`,
      ),
    ].join(""),
    code: `data-code="${addresses([...whole].filter((key) => !start.has(key))).join(" ")}"`,
  };
}

/** Vite's own page without the links that `pageLinks` gives, and with a place for the list of its code. */
export function pageTemplate(html) {
  return html
    .replace(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, "")
    .replace('<script type="module"', '<script type="module" fetchpriority="low" data-code');
}

/** The page without the link to the shipped icon as a drawing, which browsers would take before the shop's own. */
export function withoutDrawnIcon(html) {
  return html.replace(/\s*<link rel="icon" type="image\/svg\+xml"[^>]*>/, "");
}
