import type { ReactNode } from "react";
import { AddressField, NameFields, TimeField } from "./PersonFields";
import styles from "./phoneOrder.module.css";
import type { useOrder } from "./useOrder";
import { callerIn } from "./values";

export interface OrderFormProps {
  order: ReturnType<typeof useOrder>;
  /** What is ordered, and for which days. */
  children: ReactNode;
  summary: ReactNode;
  /** The names of what is ordered. */
  dishes: readonly string[];
  /** The amount as a text, null while there is none. */
  total: string | null;
  lastName: "required" | "optional";
  /** What the wire calls the time. */
  timeName: string;
}

/** The choice, the person, and beside them what it comes to, always in view. */
export function OrderForm({ order, children, summary, dishes, total, lastName, timeName }: OrderFormProps) {
  const { form, field, onSubmit, sending, stored, failure } = order;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={styles.order}>
      <div className={styles.asked}>
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
          <button type="submit" disabled={sending || stored !== null} aria-busy={sending || undefined}>
            {sending ? "Saving…" : "Save order"}
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

/** What of the order clashes with what the caller must not get, or is not known. */
function Warnings({ dishes }: { dishes: readonly string[] }) {
  const { warnings } = callerIn(document);
  const found = [...new Set(dishes.flatMap((dish) => warnings[dish] ?? []))];
  return (
    <div role="status" className={styles.found}>
      {found.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: many scroll on a phone, and keys have to reach them
        <ul className={styles.warnings} tabIndex={0}>
          {found.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
