import type { HttpClient } from "../httpClient";
import { belongsTo, type DeliveryEvent, type EventResult } from "./deliveryEvents";
import { EventQueue, runsWithEvents } from "./eventQueue";
import type { Run } from "./run";

/** Interval of retries while events are unsent, and of polling when none are. */
export const SYNC_INTERVAL_MS = 20_000;
/** Events per request; the server takes up to 200 (runs/outcome_views.py). */
const MAX_BATCH = 100;
/** Sends the phone's clock: the server corrects the events' times by it. */
const buildHeaders = () => ({ "Content-Type": "application/json", "Phone-Time": new Date().toISOString() });

/** `forbidden`: the account is no rider. `gone`: the run no longer belongs to the account. */
export type SyncState = "synced" | "unreachable" | "loggedOut" | "forbidden" | "gone";

type SyncTarget = Pick<Run, "run" | "account" | "taps">;

/** Receives each event with its result; the event is null when the phone could not parse what it had stored. */
export type ResultHandler = (event: DeliveryEvent | null, result: EventResult) => void;

/**
 * Returns a function that sends the account's unsent events in batches, oldest first. A batch that the server cannot
 * parse is halved until the invalid event is found, reported and dropped, so that it blocks none after it. Events
 * leave the queue only after `storeSnapshot` has stored their effect, so that closing the page in between loses none.
 */
export function createSync(
  http: HttpClient,
  run: SyncTarget,
  queue: EventQueue,
  onResult: ResultHandler,
  storeSnapshot: () => Promise<unknown> = () => Promise.resolve(),
) {
  let inFlight: Promise<SyncState> | null = null;

  async function sendAll(): Promise<SyncState> {
    const unreadable = queue.takeUnreadableCount();
    if (unreadable > 0)
      onResult(null, {
        key: `unreadable-${run.run}`,
        refused: `${unreadable} cannot be read on this phone.`,
      });
    let batchSize = MAX_BATCH;
    const ownEvents = () => queue.events().filter(belongsTo(run.account));
    for (let pending = ownEvents(); pending.length > 0; pending = ownEvents()) {
      const events = pending.slice(0, batchSize);
      const response = await http
        .post(run.taps, buildHeaders(), JSON.stringify(events), parseReply)
        .catch((): SyncReply => ({ status: 0, isUnparsable: false, results: [], asOf: 0 }));
      const [first] = events;
      if (response.isUnparsable && first) {
        batchSize = Math.floor(events.length / 2);
        if (batchSize > 0) continue;
        onResult(first, { key: first.key, refused: "This tap cannot be read." });
        queue.remove([first]);
        batchSize = MAX_BATCH;
        continue;
      }
      if (response.status !== 200 || response.results.length < events.length)
        return syncStateOf(response.status);
      batchSize = MAX_BATCH;
      // Before the events leave the queue, so that the view never shows the run without them.
      events.forEach((event, at) => {
        const result = response.results[at];
        if (result) onResult(event, { ...result, asOf: response.asOf });
      });
      await storeSnapshot();
      queue.remove(events);
    }
    return "synced";
  }

  /** Concurrent calls share the sync in flight, which also sends events added meanwhile. */
  return (): Promise<SyncState> => {
    inFlight ??= sendAll().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
}

/**
 * Returns a function that syncs the stored events of all other runs, whose pages may be closed or no longer open. It
 * resolves with the number of events still unsent.
 */
export function createOtherRunsSync(http: HttpClient, run: SyncTarget, onResult: ResultHandler) {
  const queues = new Map<number, EventQueue>();

  return async (): Promise<number> => {
    let remaining = 0;
    for (const number of runsWithEvents().filter((each) => each !== run.run)) {
      const queue = queues.get(number) ?? new EventQueue(number);
      queues.set(number, queue);
      const taps = run.taps.replace(`/${run.run}/`, `/${number}/`);
      await createSync(http, { ...run, run: number, taps }, queue, onResult)();
      remaining += queue.events().filter(belongsTo(run.account)).length;
    }
    return remaining;
  };
}

interface SyncReply {
  readonly status: number;
  /** True when the shop itself, not a proxy, replied that it could not parse the list. */
  readonly isUnparsable: boolean;
  readonly results: readonly EventResult[];
  readonly asOf: number;
}

async function parseReply(response: Response): Promise<SyncReply> {
  const { status } = response;
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
  if (status !== 200) return { status, isUnparsable: status === 400 && isJson, results: [], asOf: 0 };
  const { taps, asOf = 0 } = (await response.json()) as { taps?: readonly EventResult[]; asOf?: number };
  return { status, isUnparsable: false, results: Array.isArray(taps) ? taps : [], asOf };
}

export function syncStateOf(status: number): SyncState {
  if (status === 401) return "loggedOut";
  if (status === 403) return "forbidden";
  return status === 404 ? "gone" : "unreachable";
}
