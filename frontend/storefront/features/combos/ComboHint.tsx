import type { LowerTotalHint } from "~/shared/domain/pricing/hint";
import { formatRupees } from "~/shared/lib/money";
import { Notice } from "~/shared/ui/Notice";

/** Tells that one more item lowers the total, with both amounts (design: a hint, not a rule). */
export function ComboHint({ hint: { count, amount, amountNow } }: { hint: LowerTotalHint }) {
  const rupees = (paise: number) => formatRupees(paise, { decimals: "auto" });
  return (
    <Notice>
      One more item costs less: {count} items come to {rupees(amount)} instead of {rupees(amountNow)}.
    </Notice>
  );
}
