import type { OneMoreHint } from "~/shared/domain/pricing/hint";
import { formatRupees } from "~/shared/lib/money";
import styles from "./phoneOrder.module.css";

/** One line, with both amounts, where one more costs less in total: something to say on the phone. */
export function OneMore({ hint, noun }: { hint: OneMoreHint; noun: "day" | "item" }) {
  const rupees = (paise: number) => formatRupees(paise, { decimals: "auto" });
  return (
    <p className={styles.note}>
      One more {noun} costs less: {hint.count} {noun}s come to {rupees(hint.amount)} instead of{" "}
      {rupees(hint.amountNow)}.
    </p>
  );
}
