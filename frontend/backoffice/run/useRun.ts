import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Posting } from "../posting";
import { storeKnown } from "./keeping";
import { storedNotices, storeNotices, withNotice } from "./notices";
import type { Queue } from "./queue";
import { type Run, stateOf } from "./run";
import { AGAIN_MS, failed, type Heed, type Sent, sending, sendingOthers } from "./sending";
import { isOf, type Tap, withTaps } from "./taps";

/** Money is subtracted once: outcomes may be said twice, and come to the same. */
function uncounted(taps: readonly Tap[], { counted = [] }: Run): readonly Tap[] {
  return taps.filter((tap) => tap.outcome !== "cash" || !counted.includes(tap.key));
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
      setNotices((now) => withNotice(now, tap, answer, begun.account, begun.stops));
      const unheard = answer.refused ?? answer.uncounted;
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
    // A page that was refused stays so until it is asked for again.
    setLast((before) => (sent === "all" && before !== "unreached" ? before : sent));
    setOthers(await sendOthers());
    if (sent !== "all") return;
    const { sent: answered, fresh } = await ask();
    setLast(answered);
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
    notices: notices.filter(isOf(run.account)),
    dismiss: () => setNotices((now) => now.filter((notice) => !isOf(run.account)(notice))),
    tap: (more: readonly Tap[]) => {
      const at = new Date().toISOString();
      queue.add(more.map((tap) => ({ at, by: begun.account, ...tap })));
      void exchange();
    },
  };
}

export type Ridden = ReturnType<typeof useRun>;

/**
 * The run as it is on the server now; null where nobody answers, or it is not there any more: `sent` says so where this
 * account may not see it.
 */
async function ask(): Promise<{ sent: Sent; fresh: Run | null }> {
  try {
    const reply = await fetch(location.pathname, { headers: { Accept: "application/json" } });
    if (reply.ok) return { sent: "all", fresh: (await reply.json()) as Run };
    const sent = failed(reply.status);
    return { sent: sent === "unreached" ? "all" : sent, fresh: null };
  } catch {
    return { sent: "all", fresh: null };
  }
}
