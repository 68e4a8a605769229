import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Posting } from "../posting";
import type { Queue } from "./queue";
import { type Run, stateOf } from "./run";
import { type Sent, sending, sendingOthers } from "./sending";
import { type Answer, type Tap, withTaps } from "./taps";

/** How often the phone tries again while something waits, and asks what is new while nothing does. */
const AGAIN_MS = 20_000;

/** A tap that changed nothing, and why; or that changed something of which the desk has to know. */
export interface Notice {
  readonly key: string;
  readonly sentence: string;
}

/** A run: what the server knows of it, and what was tapped since. */
export function useRun(begun: Run, posting: Posting, queue: Queue) {
  const [run, setRun] = useState(begun);
  const [last, setLast] = useState<Sent>("all");
  const [others, setOthers] = useState(0);
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const taps = useSyncExternalStore(queue.listen, queue.taps);

  const heed = useCallback((tap: Tap, answer: Answer) => {
    const unheard = answer.refused ?? answer.uncounted;
    const sentence = unheard || answer.notice;
    if (sentence)
      setNotices((now) => [...now.filter(({ key }) => key !== answer.key), { key: answer.key, sentence }]);
    if (!unheard) setRun((now) => ({ ...now, stops: withTaps(now.stops, [tap], now.reasons) }));
  }, []);
  const send = useMemo(() => sending(posting, begun, queue, heed), [posting, begun, queue, heed]);
  const sendOthers = useMemo(() => sendingOthers(posting, begun, heed), [posting, begun, heed]);

  const exchange = useCallback(async () => {
    const sent = await send();
    setLast(sent);
    setOthers(await sendOthers());
    if (sent !== "all") return;
    const fresh = await ask();
    if (fresh && queue.taps().length === 0) setRun(fresh);
  }, [send, sendOthers, queue]);

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

  const stops = useMemo(() => withTaps(run.stops, taps, run.reasons), [run, taps]);

  return {
    stops,
    waiting: stops.filter((stop) => stateOf(stop) === "open"),
    over: stops.filter((stop) => stateOf(stop) !== "open"),
    reasons: run.reasons,
    /** How many taps the server has not answered yet. */
    unsent: taps.length,
    /** Whether those outlast this page. */
    outlasts: queue.outlasts(),
    /** How many of other runs, which this phone has kept. */
    others,
    last,
    notices,
    dismiss: () => setNotices([]),
    tap: (more: readonly Tap[]) => {
      queue.add(more);
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
