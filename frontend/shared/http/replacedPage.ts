/** Written by the renderer: the entry script and the folder of content modules of the pages that the server has now. */
const VERSION = `${import.meta.env.BASE_URL}version.js`;

/** The same of this page, as its HTML names them; both change with what they hold. */
function ownVersion(): string {
  const entry = document.querySelector<HTMLScriptElement>("script[data-code]")?.getAttribute("src");
  const content = JSON.parse(document.getElementById("content")?.textContent ?? "{}");
  return `${entry} ${content.modules}`;
}

/**
 * The version of the server's pages, if that is another build or edition than this page: then files of this page may be
 * gone. Empty if it is the same, or the server cannot be reached.
 */
export async function replacementOfPage(): Promise<string> {
  try {
    // The browser would keep the module of an address, and even its failure.
    const { default: version } = await import(/* @vite-ignore */ `${VERSION}?${Date.now()}`);
    return version === ownVersion() ? "" : version;
  } catch {
    return "";
  }
}
