import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { HttpClient, readCsrfToken } from "../httpClient";
import { EventQueue } from "./eventQueue";
import { cacheThisPage, latestSnapshot } from "./offlineCache";
import { RunView } from "./RunView";
import { readRun } from "./run";

const place = document.querySelector("[data-run]");
const loaded = readRun(document);
if (place && loaded) {
  const run = await latestSnapshot(loaded);
  createRoot(place).render(
    <StrictMode>
      <RunView
        run={run}
        http={new HttpClient(location.pathname, readCsrfToken(document))}
        queue={new EventQueue(run.run)}
      />
    </StrictMode>,
  );
  cacheThisPage(run.worker, run.scope).catch(() => undefined); // no network: the next load caches it
}
