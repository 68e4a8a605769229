import { useEffect, useRef, useState } from "react";
import type { Posting } from "../posting";
import { Door } from "./Door";
import { onSingle } from "./presses";
import type { Queue } from "./queue";
import { type Run, type Stop, stateOf } from "./run";
import { type Tap, takeBack } from "./taps";
import { Unsent } from "./Unsent";
import { useRun } from "./useRun";

/**
 * A first press at a door within this time was the second of a double press at the door before: its button stood there.
 * Whatever takes two presses (why a box was not delivered, cash) comes after one that was meant.
 */
const SETTLED_MS = 600;

export interface RunViewProps {
  run: Run;
  posting: Posting;
  queue: Queue;
}

/** A rider's run: the next stop large, the others below, and what was done, which can be taken back. */
export function RunView({ run, posting, queue }: RunViewProps) {
  const ridden = useRun(run, posting, queue);
  // Somebody may go to another door first.
  const [chosen, setChosen] = useState<number | null>(null);
  const next = ridden.waiting.find((stop) => stop.number === chosen) ?? ridden.waiting[0];
  const here = next?.number;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(here);
  const arrived = useRef(Number.NEGATIVE_INFINITY);

  // Whoever goes by keyboard, or listens, comes to the next door; and everybody sees its top.
  useEffect(() => {
    if (before.current === here) return;
    before.current = here;
    arrived.current = performance.now();
    heading.current?.focus();
  }, [here]);

  function first(taps: readonly Tap[]): void {
    if (performance.now() - arrived.current >= SETTLED_MS) ridden.tap(taps);
  }

  const placeOf = (stop: Stop) => ridden.stops.indexOf(stop) + 1;

  return (
    <>
      <Unsent ridden={ridden} />
      {next ? (
        <section className="card next" aria-labelledby="next">
          <p className="next-count">
            Stop {placeOf(next)} of {ridden.stops.length}{" "}
            {ridden.unsent > 0 && ridden.last !== "all" && (
              <span className="status new">{ridden.unsent} to send</span>
            )}
          </p>
          <h2 id="next" ref={heading} tabIndex={-1}>
            {next.name}
          </h2>
          <Door key={next.number} stop={next} ridden={ridden} onDelivered={first} />
        </section>
      ) : (
        <Over count={ridden.stops.length} />
      )}
      {ridden.waiting.length > 1 && (
        <section className="stack" aria-labelledby="then">
          <h2 id="then">Next stops</h2>
          <ol className="then">
            {ridden.waiting
              .filter((stop) => stop !== next)
              .map((stop) => (
                <li key={stop.number}>
                  <button type="button" className="card then-stop" onClick={() => setChosen(stop.number)}>
                    <span className="stop-place">{placeOf(stop)}</span>
                    <span>
                      <strong>{stop.name}</strong> <span className="stop-time">{stop.time}</span>
                      <br />
                      {stop.locality || stop.address}
                      <span className="spoken">: go there next</span>
                    </span>
                  </button>
                </li>
              ))}
          </ol>
        </section>
      )}
      {ridden.over.length > 0 && (
        <section className="stack" aria-labelledby="over">
          <h2 id="over">Done</h2>
          <ol className="lines card">
            {ridden.over.map((stop) => (
              <Done key={stop.number} stop={stop} onUndo={() => ridden.tap(takeBack(stop))} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Over({ count }: { count: number }) {
  if (count > 0)
    return (
      <section className="card next">
        <h2>All done</h2>
        <p>
          {count} stop{count === 1 ? "" : "s"}. Thank you!
        </p>
      </section>
    );
  return (
    <section className="empty">
      <h2>Nothing to deliver</h2>
      <p>The boxes of this run have moved to another day or route. Ask the desk.</p>
    </section>
  );
}

function Done({ stop, onUndo }: { stop: Stop; onUndo: () => void }) {
  const why = stop.boxes.map((box) => box.why).find(Boolean);
  const failed = stateOf(stop) === "failed";
  return (
    <li>
      <div>
        <strong>{stop.name}</strong>{" "}
        <span className={failed ? "status cancelled" : "status"}>
          {failed ? "Not delivered" : "Delivered"}
        </span>
        {why && (
          <>
            <br />
            <span className="hint">{why}</span>
          </>
        )}
      </div>
      {stop.boxes.some((box) => box.key) && (
        <button type="button" className="secondary" onClick={onSingle(onUndo)}>
          Undo<span className="spoken">: {stop.name}</span>
        </button>
      )}
    </li>
  );
}
