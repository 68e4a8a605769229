import type { Receipt } from "~/shared/domain/receipt/receipt";
import { site } from "~/shared/lib/site";
import { NextStep } from "~/storefront/product/NextStep";
import styles from "./ReceiptDetails.module.css";
import { sentAtText } from "./receiptText";

/** Maximum number of names on screen; printing shows all. */
const MOST_NAMES = 8;

/** The request, its amount, and when it was sent. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const { chosen, facts } = receipt;
  return (
    <>
      <p className={styles.letterhead}>
        {site.brand.name} · {site.contact.phone} · {site.contact.email}
      </p>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} />
        ))}
        <Fact label="Sent" value={sentAtText(receipt)} />
        {chosen && chosen.names.length > 0 && (
          <div className={styles.chosen}>
            <dt>{`${chosen.label} (${chosen.count ?? chosen.names.length})`}</dt>
            <dd>
              <Names names={chosen.names} />
            </dd>
          </div>
        )}
      </dl>
      {receipt.next && <NextStep kind={receipt.next} />}
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const rest = names.slice(MOST_NAMES);
  return (
    <>
      {names.slice(0, MOST_NAMES).join("; ")}
      {rest.length > 0 && (
        <>
          <span className={styles.onPaper}>; {rest.join("; ")}</span>
          <span className={styles.onScreen}> and {rest.length} more</span>
        </>
      )}
    </>
  );
}
