import { keepEarlyPresses } from "~/lib/earlyPresses";
import { firstViewPainted } from "~/lib/firstView";
import { holdLoad } from "~/lib/holdLoad";

/** Asks for all code of this page at once; the build names it on the entry's script (scripts/pageLinks.mjs). */
function fetchCode(): void {
  const files = document.querySelector<HTMLElement>("script[data-code]")?.dataset.code?.split(" ") ?? [];
  for (const href of files) {
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
    link.crossOrigin = "";
    link.fetchPriority = "low";
    document.head.append(link);
  }
}

/** The page is whole without its code, which makes way for what can be seen. What is pressed until then is kept. */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element.");
  keepEarlyPresses();
  const loaded = holdLoad();
  try {
    if (root.firstElementChild) await firstViewPainted();
    fetchCode();
    const { comeAlive } = await import("./alive");
    await comeAlive(root);
  } finally {
    loaded();
  }
}

void start();
