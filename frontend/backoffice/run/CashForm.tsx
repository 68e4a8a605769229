import { useId, useRef, useState } from "react";
import { formatRupees, readRupees } from "~/shared/lib/money";
import { useCustomError } from "~/shared/ui/useCustomError";
import type { Payment } from "./deliveryEvents";
import { ignoreDoubleClick } from "./ignoreDoubleClick";

export interface CashFormProps {
  reference: string;
  paise: number;
  onPayment: (payment: Payment) => void;
}

/** Records a payment at the door, in cash or by UPI. */
export function CashForm({ reference, paise, onPayment }: CashFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [amount, setAmount] = useState(String(paise / 100));
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const amountPaise = Math.round((readRupees(amount) ?? 0) * 100);
  useCustomError(input, amountPaise > 0 ? "" : "Enter an amount in rupees, such as 250 or 250.50.");

  function submit(method: Payment["method"]): void {
    if (!form.current?.reportValidity() || amountPaise <= 0) return;
    onPayment({ key: crypto.randomUUID(), outcome: "cash", method, reference, paise: amountPaise });
    setIsOpen(false);
  }

  if (!isOpen)
    return (
      <button type="button" className="secondary collect" onClick={() => setIsOpen(true)}>
        Collect {formatRupees(paise)}
        <span className="visually-hidden"> for {reference}</span>
      </button>
    );
  return (
    <form
      ref={form}
      className="cash in-line"
      onSubmit={(event) => {
        event.preventDefault();
        submit("cash");
      }}
    >
      <div className="field">
        <label htmlFor={id}>Amount for {reference}, in rupees</label>
        <input
          ref={input}
          id={id}
          value={amount}
          inputMode="decimal"
          autoComplete="off"
          required
          aria-describedby={`${id}-hint`}
          onChange={(event) => setAmount(event.target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          Count cash first. For UPI, wait until the phone confirms it.
        </p>
      </div>
      <button type="button" className="secondary" onClick={ignoreDoubleClick(() => submit("cash"))}>
        Cash received
      </button>
      <button type="button" className="secondary" onClick={ignoreDoubleClick(() => submit("upi"))}>
        UPI received
      </button>
    </form>
  );
}
