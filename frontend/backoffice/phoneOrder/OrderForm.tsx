import type { ReactNode } from "react";
import { AddressField, NameFields, TimeField } from "./PersonFields";
import styles from "./phoneOrder.module.css";
import type { useOrderForm } from "./useOrderForm";
import { readCaller } from "./values";

export interface OrderFormProps {
  order: ReturnType<typeof useOrderForm>;
  /** The fields that select dishes and days. */
  children: ReactNode;
  summary: ReactNode;
  dishes: readonly string[];
  /** The formatted amount; null while there is none. */
  total: string | null;
  lastName: "required" | "optional";
  /** The payload's name for the delivery time. */
  timeName: string;
}

/** The layout of both order forms: selection and customer, with the summary beside them. */
export function OrderForm({ order, children, summary, dishes, total, lastName, timeName }: OrderFormProps) {
  const { form, field, onSubmit, isSending, stored, failure } = order;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={styles.order}>
      <div className={styles.details}>
        {children}
        <div className={styles.fields}>
          <TimeField {...field("timing", timeName)} />
          <NameFields field={field} lastName={lastName} />
          <AddressField {...field("address")} />
        </div>
      </div>
      <div className={styles.side}>
        <section className={styles.summary} aria-labelledby="comes-to">
          <h2 id="comes-to">Order total</h2>
          {summary}
        </section>
        <div className={styles.send}>
          <div role="alert">{failure && <p className={styles.failure}>{failure}</p>}</div>
          <Warnings dishes={dishes} />
          <div role="status" className={styles.total}>
            <span>Total</span> <b>{total ?? "–"}</b>
          </div>
          <button type="submit" disabled={isSending || stored !== null} aria-busy={isSending || undefined}>
            {isSending ? "Saving…" : "Save order"}
          </button>
          {stored && (
            <p role="status">
              Stored as <a href={stored.address}>{stored.reference}</a>.
            </p>
          )}
        </div>
      </div>
    </form>
  );
}

/** The ordered dishes that clash with the caller's allergies or diet, or whose ingredients are unknown. */
function Warnings({ dishes }: { dishes: readonly string[] }) {
  const { warnings } = readCaller(document);
  const messages = [...new Set(dishes.flatMap((dish) => warnings[dish] ?? []))];
  return (
    <div role="status" className={styles.found}>
      {messages.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls on a phone, and must scroll by keyboard too
        <ul className={styles.warnings} tabIndex={0}>
          {messages.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
