import { useEffect, useRef, useState } from "react";
import type { HttpClient } from "../httpClient";
import { CurrentStop } from "./CurrentStop";
import { type DeliveryEvent, undoOutcomes } from "./deliveryEvents";
import type { EventQueue } from "./eventQueue";
import { ignoreDoubleClick } from "./ignoreDoubleClick";
import { type Run, type Stop, stateOf } from "./run";
import { SyncStatus } from "./SyncStatus";
import { useRun } from "./useRun";

/**
 * A click this soon after a new stop appeared is the second of a double click at the previous stop, where a button was
 * in the same place. Actions of two clicks (a reason, a payment) need no such guard.
 */
const SETTLED_MS = 600;

export interface RunViewProps {
  run: Run;
  http: HttpClient;
  queue: EventQueue;
}

/** A rider's run: the current stop, the next stops, and the completed ones with an undo button. */
export function RunView({ run, http, queue }: RunViewProps) {
  const runState = useRun(run, http, queue);
  // The rider may go to another stop first.
  const [chosenNumber, setChosenNumber] = useState<number | null>(null);
  const currentStop =
    runState.openStops.find((stop) => stop.number === chosenNumber) ?? runState.openStops[0];
  const currentNumber = currentStop?.number;
  const heading = useRef<HTMLHeadingElement>(null);
  const previousNumber = useRef(currentNumber);
  const renderedAt = useRef(Number.NEGATIVE_INFINITY);

  // Keyboard and screen reader users move to the next stop, and its heading scrolls into view.
  useEffect(() => {
    if (previousNumber.current === currentNumber) return;
    previousNumber.current = currentNumber;
    renderedAt.current = performance.now();
    heading.current?.focus();
  }, [currentNumber]);

  function recordOnce(events: readonly DeliveryEvent[]): void {
    if (performance.now() - renderedAt.current >= SETTLED_MS) runState.record(events);
  }

  const positionOf = (stop: Stop) => runState.stops.indexOf(stop) + 1;

  return (
    <>
      <SyncStatus runState={runState} />
      {currentStop ? (
        <section className="card next" aria-labelledby="next">
          <p className="next-count">
            Stop {positionOf(currentStop)} of {runState.stops.length}{" "}
            {runState.unsent > 0 && runState.syncState !== "synced" && (
              <span className="status new">{runState.unsent} to send</span>
            )}
          </p>
          <h2 id="next" ref={heading} tabIndex={-1}>
            {currentStop.name}
          </h2>
          <CurrentStop
            key={currentStop.number}
            stop={currentStop}
            runState={runState}
            onDelivered={recordOnce}
          />
        </section>
      ) : (
        <RunFinished count={runState.stops.length} />
      )}
      {runState.openStops.length > 1 && (
        <section className="stack" aria-labelledby="then">
          <h2 id="then">Next stops</h2>
          <ol className="then">
            {runState.openStops
              .filter((stop) => stop !== currentStop)
              .map((stop) => (
                <li key={stop.number}>
                  <button
                    type="button"
                    className="card then-stop"
                    onClick={() => setChosenNumber(stop.number)}
                  >
                    <span className="stop-place">{positionOf(stop)}</span>
                    <span>
                      <strong>{stop.name}</strong> <span className="stop-time">{stop.time}</span>
                      <br />
                      {stop.locality || stop.address}
                      <span className="visually-hidden">: go there next</span>
                    </span>
                  </button>
                </li>
              ))}
          </ol>
        </section>
      )}
      {runState.completedStops.length > 0 && (
        <section className="stack" aria-labelledby="over">
          <h2 id="over">Done</h2>
          <ol className="lines card">
            {runState.completedStops.map((stop) => (
              <CompletedStop
                key={stop.number}
                stop={stop}
                onUndo={() => runState.record(undoOutcomes(stop))}
              />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function RunFinished({ count }: { count: number }) {
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

function CompletedStop({ stop, onUndo }: { stop: Stop; onUndo: () => void }) {
  const reason = stop.boxes.map((box) => box.why).find(Boolean);
  const isFailed = stateOf(stop) === "failed";
  return (
    <li>
      <div>
        <strong>{stop.name}</strong>{" "}
        <span className={isFailed ? "status cancelled" : "status"}>
          {isFailed ? "Not delivered" : "Delivered"}
        </span>
        {reason && (
          <>
            <br />
            <span className="hint">{reason}</span>
          </>
        )}
      </div>
      {stop.boxes.some((box) => box.key) && (
        <button type="button" className="secondary" onClick={ignoreDoubleClick(onUndo)}>
          Undo<span className="visually-hidden">: {stop.name}</span>
        </button>
      )}
    </li>
  );
}
