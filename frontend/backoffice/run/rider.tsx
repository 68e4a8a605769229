import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Posting, tokenIn } from "../posting";
import { keepThisPage, latestKnown } from "./keeping";
import { Queue } from "./queue";
import { RunView } from "./RunView";
import { runIn } from "./run";

const place = document.querySelector("[data-run]");
const loaded = runIn(document);
if (place && loaded) {
  const run = await latestKnown(loaded);
  createRoot(place).render(
    <StrictMode>
      <RunView
        run={run}
        posting={new Posting(location.pathname, tokenIn(document))}
        queue={new Queue(run.run)}
      />
    </StrictMode>,
  );
  keepThisPage(run.worker, run.scope).catch(() => undefined); // the network went: the next time keeps it
}
