import type { LowerTotalHint } from "~/shared/domain/pricing/hint";
import { formatRupees } from "~/shared/lib/money";
import styles from "./phoneOrder.module.css";

/** Tells the desk that one more day or item lowers the total, with both amounts. */
export function LowerTotalNote({ hint, noun }: { hint: LowerTotalHint; noun: "day" | "item" }) {
  const rupees = (paise: number) => formatRupees(paise, { decimals: "auto" });
  return (
    <p className={styles.note}>
      One more {noun} costs less: {hint.count} {noun}s come to {rupees(hint.amount)} instead of{" "}
      {rupees(hint.amountNow)}.
    </p>
  );
}
