import { useId, useState } from "react";
import { CashForm, rupees } from "./CashForm";
import { onSingle } from "./presses";
import type { Stop } from "./run";
import { type Tap, tell } from "./taps";
import type { Ridden } from "./useRun";

export interface DoorProps {
  stop: Stop;
  ridden: Ridden;
  onDelivered: (taps: readonly Tap[]) => void;
}

/** What a rider has to know at a door, and to say when leaving it. */
export function Door({ stop, ridden, onDelivered }: DoorProps) {
  const open = stop.boxes.filter((box) => box.state === "open");
  return (
    <>
      <p className="where">{stop.address || "No address is known: ask the desk."}</p>
      {stop.hint && <p className="door-hint">{stop.hint}</p>}
      <p className="what">
        {stop.time && (
          <>
            <strong>{stop.time}</strong> ·{" "}
          </>
        )}
        <strong>
          {open.length} box{open.length === 1 ? "" : "es"}
        </strong>
        :{" "}
        {open
          .map((box) => box.reference + (box.portions > 1 ? ` (${box.portions} portions)` : ""))
          .join(", ")}
      </p>
      <p className="row">
        {stop.caller && (
          <a className="button secondary" href={`tel:${stop.caller}`}>
            Call<span className="spoken"> {stop.name}</span>
          </a>
        )}
        {stop.map && (
          <a className="button secondary" href={stop.map} rel="noreferrer" target="_blank">
            Map<span className="spoken"> of {stop.name}</span>
          </a>
        )}
      </p>
      {stop.received?.map(([paise, method], at) => (
        <p key={at} className="received">
          {rupees(paise)} received {method === "upi" ? "by UPI" : "in cash"}
        </p>
      ))}
      {stop.debts.map(([reference, paise]) => (
        <CashForm key={reference} reference={reference} paise={paise} onTaken={(tap) => ridden.tap([tap])} />
      ))}
      <div className="tell">
        <button
          type="button"
          className="delivered"
          onClick={onSingle(() => onDelivered(tell(stop, "delivered")))}
        >
          Delivered<span className="spoken"> to {stop.name}</span>
        </button>
        <NotDelivered stop={stop} ridden={ridden} />
      </div>
    </>
  );
}

/** It was asked for by the press before. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Why, by one tap; only what is none of the usual needs words. */
function NotDelivered({ stop, ridden }: Pick<DoorProps, "stop" | "ridden">) {
  const [asked, setAsked] = useState(false);
  const [own, setOwn] = useState<string | null>(null);
  const id = useId();
  if (!asked)
    return (
      <button type="button" className="danger" onClick={() => setAsked(true)}>
        Not delivered…<span className="spoken"> to {stop.name}</span>
      </button>
    );
  return (
    <fieldset className="not-delivered whys">
      <legend>Why not?</legend>
      {own === null ? (
        ridden.reasons.map(([code, label]) => (
          <button
            type="button"
            key={code}
            className="secondary"
            onClick={onSingle(() => (code === "other" ? setOwn("") : ridden.tap(tell(stop, "failed", code))))}
          >
            {label}
            {code === "other" && "…"}
          </button>
        ))
      ) : (
        <form
          className="tell"
          onSubmit={(event) => {
            event.preventDefault();
            if (own.trim()) ridden.tap(tell(stop, "failed", "other", own.trim()));
          }}
        >
          <div className="field">
            <label htmlFor={id}>Details</label>
            <input
              id={id}
              value={own}
              maxLength={200}
              required
              ref={focus}
              onChange={(event) => setOwn(event.target.value)}
            />
          </div>
          <button type="submit" className="danger">
            Not delivered
          </button>
        </form>
      )}
      <button
        type="button"
        className="quiet"
        onClick={() => {
          setAsked(false);
          setOwn(null);
        }}
      >
        Back
      </button>
    </fieldset>
  );
}
