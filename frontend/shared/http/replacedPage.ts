/** Written by the renderer: the entry script and the folder of content modules of the pages that the server has now. */
const VERSION = `${import.meta.env.BASE_URL}version.js`;

/** The same for this page, from its HTML; both names change with their content. */
function ownVersion(): string {
  const entry = document.querySelector<HTMLScriptElement>("script[data-code]")?.getAttribute("src");
  const content = JSON.parse(document.getElementById("content")?.textContent ?? "{}");
  return `${entry} ${content.modules}`;
}

/**
 * The version of the server's pages, if it differs from this page's, whose files may then be gone. Empty if it is the
 * same, or if the server cannot be reached.
 */
export async function replacementOfPage(): Promise<string> {
  try {
    // With a query, because browsers cache a module by its URL, even one that failed to load.
    const { default: version } = await import(/* @vite-ignore */ `${VERSION}?${Date.now()}`);
    return version === ownVersion() ? "" : version;
  } catch {
    return "";
  }
}
