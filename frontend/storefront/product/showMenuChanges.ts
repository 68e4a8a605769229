import { toPaise } from "~/shared/domain/pricing/paise";
import { soldOutUntil, untilText } from "~/shared/domain/soldOut";
import { formatRupees, joinWithAnd } from "~/shared/lib/text";
import { showToast } from "~/shared/ui/toast/useToasts";
import type { MenuChanges } from "~/storefront/state/selection/menuChanges";

type Changes = MenuChanges<{ readonly name: string }>;

/** Dishes that are named; more are counted. */
const MAX_NAMED = 3;
/** Longer than other toasts: it is about what the visitor had selected, and may have a button. */
const DURATION_MS = 15_000;

/** Tells in one toast what the menu has done to a selection. A module of its own, which few visits need. */
export function showMenuChanges(changes: Changes, onUndo?: () => void): void {
  showToast({
    kind: "warning",
    text: describeMenuChanges(changes),
    position: "top-right",
    durationMs: DURATION_MS,
    role: "status",
    ...(onUndo ? { action: { label: "Undo", onPress: onUndo } } : {}),
  });
}

export function describeMenuChanges({ gone, soldOut, repriced }: Changes): string {
  const names = soldOut.map(({ name }) => name);
  const untils = new Set(names.map(soldOutUntil));
  const until = untils.size === 1 ? ([...untils][0] ?? "") : "";
  const removed = gone.length + names.length;
  return [
    gone.length > 0 && `${listed(gone)} ${gone.length === 1 ? "is" : "are"} no longer on the menu.`,
    names.length > 0 && `${listed(names)} ${names.length === 1 ? "is" : "are"} sold out${untilText(until)}.`,
    removed > 0 && `We took ${removed === 1 ? "it" : "them"} out of your selection.`,
    priceSentence(repriced),
  ]
    .filter(Boolean)
    .join(" ");
}

function priceSentence(repriced: Changes["repriced"]): string {
  const [first, ...others] = repriced;
  if (!first) return "";
  if (others.length > 0) {
    const prices = repriced.map(
      ({ name, was, now }) => `${name} ${priceText(now)} (it was ${priceText(was)})`,
    );
    return `New prices: ${listed(prices)}.`;
  }
  const { name, was, now } = first;
  return `${name} ${now === undefined ? "is" : "costs"} ${priceText(now)} now, it was ${priceText(was)}.`;
}

function priceText(rupees: number | undefined): string {
  return rupees === undefined ? "on request" : formatRupees(toPaise(rupees));
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MAX_NAMED;
  return joinWithAnd(more > 0 ? [...texts.slice(0, MAX_NAMED), `${more} more`] : texts);
}
