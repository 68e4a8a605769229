import { useId, useState } from "react";
import { formatRupees } from "~/shared/lib/text";
import { CashForm } from "./CashForm";
import { type DeliveryEvent, recordOutcome } from "./deliveryEvents";
import { ignoreDoubleClick } from "./ignoreDoubleClick";
import type { Stop } from "./run";
import type { RunState } from "./useRun";

export interface CurrentStopProps {
  stop: Stop;
  runState: RunState;
  onDelivered: (events: readonly DeliveryEvent[]) => void;
}

/** The stop at hand: address, boxes, amounts due, and the buttons that record the delivery outcome. */
export function CurrentStop({ stop, runState, onDelivered }: CurrentStopProps) {
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
      {stop.phone && <p className="what">Phone: {stop.phone}</p>}
      <p className="row">
        {stop.caller && (
          <a className="button secondary" href={`tel:${stop.caller}`}>
            Call<span className="visually-hidden"> {stop.name}</span>
          </a>
        )}
        {stop.map && (
          <a className="button secondary" href={stop.map} rel="noreferrer" target="_blank">
            Map<span className="visually-hidden"> of {stop.name}</span>
          </a>
        )}
      </p>
      {stop.received?.map(([paise, method], at) => (
        <p key={at} className="received">
          {formatRupees(paise)} received {method === "upi" ? "by UPI" : "in cash"}
        </p>
      ))}
      {stop.debts.map(([reference, paise]) => (
        <CashForm
          key={reference}
          reference={reference}
          paise={paise}
          onPayment={(payment) => runState.record([payment])}
        />
      ))}
      <div className="outcome-form">
        <button
          type="button"
          className="delivered"
          onClick={ignoreDoubleClick(() => onDelivered(recordOutcome(stop, "delivered")))}
        >
          Delivered<span className="visually-hidden"> to {stop.name}</span>
        </button>
        <NotDelivered stop={stop} runState={runState} />
      </div>
    </>
  );
}

/** A ref callback: the button that was pressed before opened this field. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Records a failed delivery: one tap for a common reason, a text field for any other. */
function NotDelivered({ stop, runState }: Pick<CurrentStopProps, "stop" | "runState">) {
  const [isOpen, setIsOpen] = useState(false);
  const [details, setDetails] = useState<string | null>(null);
  const id = useId();
  if (!isOpen)
    return (
      <button type="button" className="danger" onClick={() => setIsOpen(true)}>
        Not delivered…<span className="visually-hidden"> to {stop.name}</span>
      </button>
    );
  return (
    <fieldset className="not-delivered whys">
      <legend>Why not?</legend>
      {details === null ? (
        runState.reasons.map(([code, label]) => (
          <button
            type="button"
            key={code}
            className="secondary"
            onClick={ignoreDoubleClick(() =>
              code === "other" ? setDetails("") : runState.record(recordOutcome(stop, "failed", code)),
            )}
          >
            {label}
            {code === "other" && "…"}
          </button>
        ))
      ) : (
        <form
          className="outcome-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (details.trim()) runState.record(recordOutcome(stop, "failed", "other", details.trim()));
          }}
        >
          <div className="field">
            <label htmlFor={id}>Details</label>
            <input
              id={id}
              value={details}
              maxLength={200}
              required
              ref={focus}
              onChange={(event) => setDetails(event.target.value)}
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
          setIsOpen(false);
          setDetails(null);
        }}
      >
        Back
      </button>
    </fieldset>
  );
}
