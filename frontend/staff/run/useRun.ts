import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Posting } from "../posting";
import { storeKnown } from "./keeping";
import type { Queue } from "./queue";
import { type Run, stateOf } from "./run";
import { type Heed, type Sent, sending, sendingOthers } from "./sending";
import { isOf, referenceOf, type Tap, withTaps } from "./taps";

/** How often the phone tries again while something waits, and asks what is new while nothing does. */
const AGAIN_MS = 20_000;

/** A tap that changed nothing, and why; or that changed something of which the desk has to know. */
interface Notice {
  readonly key: string;
  readonly sentence: string;
}

/** Money is subtracted once: outcomes may be said twice, and come to the same. */
function uncounted(taps: readonly Tap[], { counted = [] }: Run): readonly Tap[] {
  return taps.filter((tap) => tap.outcome !== "cash" || !counted.includes(tap.key));
}

/** Notices stay until they are read, however often the page is opened before. */
const NOTICES = "oottam-notices";

function storedNotices(): readonly Notice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NOTICES) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.sentence === "string") : [];
  } catch {
    return [];
  }
}

function storeNotices(notices: readonly Notice[]): void {
  try {
    if (notices.length > 0) localStorage.setItem(NOTICES, JSON.stringify(notices));
    else localStorage.removeItem(NOTICES);
  } catch {
    // The phone keeps nothing: they are shown while the page is open.
  }
}

/** A run: what the server knows of it, and what was tapped since. */
export function useRun(begun: Run, posting: Posting, queue: Queue) {
  const [run, setRun] = useState(begun);
  const [last, setLast] = useState<Sent>("all");
  const [others, setOthers] = useState(0);
  const [notices, setNotices] = useState(storedNotices);
  const taps = useSyncExternalStore(queue.listen, queue.taps);

  const latest = useRef(begun);
  const change = useCallback((next: (now: Run) => Run) => {
    latest.current = next(latest.current);
    setRun(latest.current);
  }, []);
  // Where there is no room for it, the page opens as it was loaded.
  const store = useCallback(() => storeKnown(latest.current), []);
  const heed = useCallback<Heed>(
    (tap, answer) => {
      const unheard = answer.refused ?? answer.uncounted;
      const said = unheard || answer.notice;
      if (said) {
        const reference = tap ? referenceOf(tap, begun.stops) : "";
        const sentence = reference && !said.includes(reference) ? `${reference}: ${said}` : said;
        setNotices((now) => [...now.filter(({ key }) => key !== answer.key), { key: answer.key, sentence }]);
      }
      if (tap && !unheard)
        change((now) => ({
          ...now,
          asOf: Math.max(now.asOf, answer.asOf ?? 0),
          stops: withTaps(now.stops, uncounted([tap], now), now.reasons),
          counted: tap.outcome === "cash" ? [...(now.counted ?? []), tap.key] : now.counted,
        }));
    },
    [begun, change],
  );
  useEffect(() => storeNotices(notices), [notices]);
  const send = useMemo(
    () => sending(posting, begun, queue, heed, store),
    [posting, begun, queue, heed, store],
  );
  const sendOthers = useMemo(() => sendingOthers(posting, begun, heed), [posting, begun, heed]);

  const exchange = useCallback(async () => {
    const sent = await send();
    setLast(sent);
    setOthers(await sendOthers());
    if (sent !== "all") return;
    const fresh = await ask();
    // An answer may be older than what was tapped and counted meanwhile.
    if (fresh?.account === begun.account && queue.taps().length === 0) {
      change((now) => (fresh.asOf >= now.asOf ? fresh : now));
      await store();
    }
  }, [send, sendOthers, queue, begun, change, store]);

  useEffect(() => {
    const again = () => {
      if (!document.hidden) void exchange();
    };
    again();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [exchange]);

  const stops = useMemo(() => withTaps(run.stops, uncounted(taps, run), run.reasons), [run, taps]);

  return {
    stops,
    waiting: stops.filter((stop) => stateOf(stop) === "open"),
    over: stops.filter((stop) => stateOf(stop) !== "open"),
    reasons: run.reasons,
    takeOvers: run.takeOvers,
    ownRuns: run.ownRuns,
    /** How many taps the server has not answered yet. */
    unsent: taps.filter(isOf(run.account)).length,
    /** Of whom else this phone has kept taps: they go when these log in here. */
    colleagues: [...new Set(taps.filter((tap) => !isOf(run.account)(tap)).map((tap) => tap.by ?? ""))],
    /** Whether those outlast this page. */
    outlasts: queue.outlasts(),
    /** How many of other runs, which this phone has kept. */
    others,
    last,
    notices,
    dismiss: () => setNotices([]),
    tap: (more: readonly Tap[]) => {
      const at = new Date().toISOString();
      queue.add(more.map((tap) => ({ at, by: begun.account, ...tap })));
      void exchange();
    },
  };
}

export type Ridden = ReturnType<typeof useRun>;

/** The run as it is on the server now; null where nobody answers, or it is not there any more. */
async function ask(): Promise<Run | null> {
  try {
    const reply = await fetch(location.pathname, { headers: { Accept: "application/json" } });
    return reply.ok ? ((await reply.json()) as Run) : null;
  } catch {
    return null;
  }
}
