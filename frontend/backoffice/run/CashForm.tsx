import { useId, useRef, useState } from "react";
import { onSingle } from "./presses";
import type { Cash } from "./taps";

export interface CashFormProps {
  reference: string;
  paise: number;
  onTaken: (tap: Cash) => void;
}

/** What is still to be paid at the door, and what was. */
export function CashForm({ reference, paise, onTaken }: CashFormProps) {
  const [asked, setAsked] = useState(false);
  const [written, setWritten] = useState(String(paise / 100));
  const id = useId();
  const form = useRef<HTMLFormElement>(null);

  function take(method: Cash["method"]): void {
    const taken = Math.round(Number(written.replaceAll(",", "")) * 100);
    if (!form.current?.reportValidity() || !(taken > 0)) return;
    onTaken({ key: crypto.randomUUID(), outcome: "cash", method, reference, paise: taken });
    setAsked(false);
  }

  if (!asked)
    return (
      <button type="button" className="secondary collect" onClick={() => setAsked(true)}>
        Collect {rupees(paise)}
        <span className="spoken"> for {reference}</span>
      </button>
    );
  return (
    <form
      ref={form}
      className="cash in-line"
      onSubmit={(event) => {
        event.preventDefault();
        take("cash");
      }}
    >
      <div className="field">
        <label htmlFor={id}>Amount for {reference}, in rupees</label>
        <input
          id={id}
          value={written}
          inputMode="decimal"
          autoComplete="off"
          pattern="(?=.*[1-9])[0-9,]+(\.[0-9]{1,2})?"
          required
          aria-describedby={`${id}-said`}
          onChange={(event) => setWritten(event.target.value)}
        />
        <p className="hint" id={`${id}-said`}>
          Count cash first. For UPI, wait until the phone confirms it.
        </p>
      </div>
      <button type="button" className="secondary" onClick={onSingle(() => take("cash"))}>
        Cash received
      </button>
      <button type="button" className="secondary" onClick={onSingle(() => take("upi"))}>
        UPI received
      </button>
    </form>
  );
}

export function rupees(paise: number): string {
  return `₹${(paise / 100).toLocaleString("en-IN", { minimumFractionDigits: paise % 100 ? 2 : 0 })}`;
}
