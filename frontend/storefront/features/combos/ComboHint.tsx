import type { LowerTotalHint } from "~/shared/domain/pricing/hint";
import { formatRupees } from "~/shared/lib/money";
import { Notice } from "~/shared/ui/Notice";

/** One line, with both amounts, where one more item costs less in total (design: a hint, not a rule). */
export function ComboHint({ hint: { count, amount, amountNow } }: { hint: LowerTotalHint }) {
  const rupees = (paise: number) => formatRupees(paise, { decimals: "auto" });
  return (
    <Notice>
      One more item costs less: {count} items come to {rupees(amount)} instead of {rupees(amountNow)}.
    </Notice>
  );
}
