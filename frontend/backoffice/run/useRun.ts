import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { HttpClient } from "../httpClient";
import { applyEvents, belongsTo, type DeliveryEvent } from "./deliveryEvents";
import type { EventQueue } from "./eventQueue";
import { storedNotices, storeNotices, withNotice } from "./notices";
import { storeSnapshot } from "./offlineCache";
import { type Run, stateOf } from "./run";
import {
  createOtherRunsSync,
  createSync,
  type ResultHandler,
  SYNC_INTERVAL_MS,
  type SyncState,
  syncStateOf,
} from "./sync";

/** Payments must be subtracted only once; applying an outcome twice changes nothing. */
function withoutCountedPayments(
  events: readonly DeliveryEvent[],
  { counted = [] }: Run,
): readonly DeliveryEvent[] {
  return events.filter((event) => event.outcome !== "cash" || !counted.includes(event.key));
}

/** The server's state of a run combined with the events not yet synced. */
export function useRun(initialRun: Run, http: HttpClient, queue: EventQueue) {
  const [run, setRun] = useState(initialRun);
  const [syncState, setSyncState] = useState<SyncState>("synced");
  const [otherRunsUnsent, setOtherRunsUnsent] = useState(0);
  const [notices, setNotices] = useState(storedNotices);
  const events = useSyncExternalStore(queue.subscribe, queue.events);

  const latestRun = useRef(initialRun);
  const updateRun = useCallback((next: (current: Run) => Run) => {
    latestRun.current = next(latestRun.current);
    setRun(latestRun.current);
  }, []);
  // When storage is full, the page reopens in the state in which it was loaded.
  const storeLatest = useCallback(() => storeSnapshot(latestRun.current), []);
  const onResult = useCallback<ResultHandler>(
    (event, result) => {
      setNotices((current) => withNotice(current, event, result, initialRun.account, initialRun.stops));
      const rejection = result.refused ?? result.uncounted;
      if (event && !rejection)
        updateRun((current) => ({
          ...current,
          asOf: Math.max(current.asOf, result.asOf ?? 0),
          stops: applyEvents(current.stops, withoutCountedPayments([event], current), current.reasons),
          counted: event.outcome === "cash" ? [...(current.counted ?? []), event.key] : current.counted,
        }));
    },
    [initialRun, updateRun],
  );
  useEffect(() => storeNotices(notices), [notices]);
  const sync = useMemo(
    () => createSync(http, initialRun, queue, onResult, storeLatest),
    [http, initialRun, queue, onResult, storeLatest],
  );
  const syncOtherRuns = useMemo(
    () => createOtherRunsSync(http, initialRun, onResult),
    [http, initialRun, onResult],
  );

  const exchange = useCallback(async () => {
    const state = await sync();
    // With nothing to send, an earlier 401, 403 or 404 remains until the run is fetched again below.
    setSyncState((before) => (state === "synced" && before !== "unreachable" ? before : state));
    setOtherRunsUnsent(await syncOtherRuns());
    if (state !== "synced") return;
    const { state: fetched, fresh } = await fetchRun();
    setSyncState(fetched);
    // A response may be older than events recorded and accepted meanwhile.
    if (fresh?.account === initialRun.account && queue.events().length === 0) {
      updateRun((current) => (fresh.asOf >= current.asOf ? fresh : current));
      await storeLatest();
    }
  }, [sync, syncOtherRuns, queue, initialRun, updateRun, storeLatest]);

  useEffect(() => {
    const syncIfVisible = () => {
      if (!document.hidden) void exchange();
    };
    syncIfVisible();
    const timer = setInterval(syncIfVisible, SYNC_INTERVAL_MS);
    addEventListener("online", syncIfVisible);
    document.addEventListener("visibilitychange", syncIfVisible);
    return () => {
      clearInterval(timer);
      removeEventListener("online", syncIfVisible);
      document.removeEventListener("visibilitychange", syncIfVisible);
    };
  }, [exchange]);

  const stops = useMemo(
    () => applyEvents(run.stops, withoutCountedPayments(events, run), run.reasons),
    [run, events],
  );

  return {
    stops,
    openStops: stops.filter((stop) => stateOf(stop) === "open"),
    completedStops: stops.filter((stop) => stateOf(stop) !== "open"),
    reasons: run.reasons,
    takeOvers: run.takeOvers,
    ownRuns: run.ownRuns,
    /** The number of events that the server has not acknowledged. */
    unsent: events.filter(belongsTo(run.account)).length,
    /** Other accounts with unsent events on this phone, which are sent when they log in. */
    colleagues: [
      ...new Set(events.filter((event) => !belongsTo(run.account)(event)).map((event) => event.by ?? "")),
    ],
    isPersistent: queue.isPersistent(),
    otherRunsUnsent,
    syncState,
    notices: notices.filter(belongsTo(run.account)),
    dismiss: () => setNotices((current) => current.filter((notice) => !belongsTo(run.account)(notice))),
    record: (newEvents: readonly DeliveryEvent[]) => {
      const at = new Date().toISOString();
      queue.add(newEvents.map((event) => ({ at, by: initialRun.account, ...event })));
      void exchange();
    },
  };
}

export type RunState = ReturnType<typeof useRun>;

/** The run as the server has it; null when it did not arrive. `state` names a 401, 403 or 404; no network is no error. */
async function fetchRun(): Promise<{ state: SyncState; fresh: Run | null }> {
  try {
    const response = await fetch(location.pathname, { headers: { Accept: "application/json" } });
    if (response.ok) return { state: "synced", fresh: (await response.json()) as Run };
    const state = syncStateOf(response.status);
    return { state: state === "unreachable" ? "synced" : state, fresh: null };
  } catch {
    return { state: "synced", fresh: null };
  }
}
