/** In a page's HTML: its entry script and the folder of its content's modules, whose names change with what they hold. */
const FILES = /\bsrc="[^"]*\/index-[^"]+\.js"|"modules":"[^"]+"/g;

const filesIn = (html: string): string => (html.match(FILES) ?? []).join(" ");

/**
 * What the server's page at this address is made of, if that is another build or edition than this page: then files of
 * this page may be gone. Empty if it is the same, or the server cannot be reached.
 */
export async function replacementOfPage(): Promise<string> {
  try {
    const reply = await fetch(window.location.href, { cache: "no-store" });
    const files = filesIn(await reply.text());
    return files === filesIn(document.documentElement.outerHTML) ? "" : files;
  } catch {
    return "";
  }
}
