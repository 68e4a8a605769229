import { useId, useRef, useState } from "react";
import { formatRupees, readRupees } from "~/shared/lib/text";
import { useCustomError } from "~/shared/ui/useCustomError";
import type { Payment } from "./deliveryEvents";
import { ignoreDoubleClick } from "./ignoreDoubleClick";

/** A ref callback: a screen reader reads the question, which took the pressed button's place. */
function focus(question: HTMLElement | null): void {
  question?.focus();
}

export interface CashFormProps {
  reference: string;
  paise: number;
  onPayment: (payment: Payment) => void;
}

/** An amount above this multiple of the amount due must be confirmed, as without script (delivery/services/cash.py). */
const FAR_BEYOND = 2;

/** Records a payment at the door, in cash or by UPI. */
export function CashForm({ reference, paise, onPayment }: CashFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [amount, setAmount] = useState(String(paise / 100));
  const [asked, setAsked] = useState<Omit<Payment, "key" | "outcome"> | null>(null);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const amountPaise = Math.round((readRupees(amount) ?? 0) * 100);
  useCustomError(input, amountPaise > 0 ? "" : "Enter an amount in rupees, such as 250 or 250.50.");

  function submit(method: Payment["method"]): void {
    if (!form.current?.reportValidity() || amountPaise <= 0) return;
    const payment = { method, reference, paise: amountPaise };
    if (amountPaise > FAR_BEYOND * paise) setAsked(payment);
    else record(payment);
  }

  function record(payment: Omit<Payment, "key" | "outcome">): void {
    onPayment({ key: crypto.randomUUID(), outcome: "cash", ...payment });
    setIsOpen(false);
    setAsked(null);
  }

  if (!isOpen)
    return (
      <button type="button" className="secondary collect" onClick={() => setIsOpen(true)}>
        Collect {formatRupees(paise)}
        <span className="visually-hidden"> for {reference}</span>
      </button>
    );
  if (asked)
    return (
      <fieldset className="not-delivered whys">
        <legend ref={focus} tabIndex={-1}>
          {formatRupees(asked.paise)} for a due of {formatRupees(paise)}?
        </legend>
        <button type="button" className="secondary" onClick={ignoreDoubleClick(() => record(asked))}>
          Yes, {formatRupees(asked.paise)} {asked.method === "upi" ? "by UPI" : "in cash"}
        </button>
        <button type="button" className="quiet" onClick={() => setAsked(null)}>
          Change the amount
        </button>
      </fieldset>
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
