import { Component, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { mergeReceipts, type Receipt } from "~/shared/domain/receipt/receipt";
import { useFetched } from "~/shared/lib/useFetched";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import {
  dismissReceipts,
  followOtherTabs,
  forgetReceipts,
  receiptStore,
  restoreReceipts,
} from "~/storefront/state/receipt/store";
import { useReceiptStage } from "./useReceiptStage";

const PAGE = "main";

const fetchCard = () => import("./ReceiptCard").then((module) => module.ReceiptCard);

interface ReceiptPlaceProps {
  /** Of the displayed page. */
  pathname: string;
  /** While the code of the next page loads. */
  isLeaving: boolean;
}

/**
 * Shows the latest receipt, and the earlier ones, above the pages until they are dismissed. It takes no focus; its live
 * region is always present. The card's code loads with the first receipt.
 */
export function ReceiptPlace({ pathname, isLeaving }: ReceiptPlaceProps) {
  const { receipts, remembered, fresh } = useStore(receiptStore);
  const all = useMemo(() => mergeReceipts(receipts, remembered), [receipts, remembered]);
  const [latest, ...earlier] = all;
  // If the code fails to load, the visitor has still seen the form's message.
  const fetched = useFetched(fetchCard, latest !== undefined);
  const Card = fetched === "failed" ? null : fetched;
  const isReady = Card !== null && !isLeaving;
  const { stage, unfolded, toggle } = useReceiptStage(latest, fresh, pathname, isReady);
  useEffect(restoreReceipts, []);
  useEffect(followOtherTabs, []);

  const focusDue = useRef(false);
  useLayoutEffect(() => {
    // The button that was pressed may be gone.
    if (focusDue.current && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-receipt] button, #${PAGE}`)?.focus({ preventScroll: true });
    }
    focusDue.current = false;
  }, [all]);

  function dismiss(): void {
    focusDue.current = true;
    dismissReceipts();
  }

  function forget(forgotten: readonly Receipt[]): void {
    focusDue.current = true;
    forgetReceipts(forgotten);
  }

  return (
    <>
      <p aria-live="polite" className={visuallyHidden.text}>
        {latest && fresh && announcement(latest)}
      </p>
      <ScrollAnchor below={PAGE} always={stage === "docked"}>
        {latest && Card && (
          <Card
            latest={latest}
            earlier={earlier}
            docked={stage === "docked"}
            unfolded={unfolded}
            onToggle={toggle}
            onDismiss={dismiss}
            onForget={forget}
          />
        )}
      </ScrollAnchor>
    </>
  );
}

function announcement({ title, reference }: Receipt): string {
  return `${title}: received.${reference ? ` Reference ${reference}.` : ""} The details are at the top of the page.`;
}

interface ScrollAnchorProps {
  /** Id of the element below, which must keep its position in the window. */
  below: string;
  /** Also on changes, not only when the content appears. */
  always: boolean;
  children: ReactNode;
}

/**
 * Content that appears above what the visitor reads: the window scrolls by as much as the page below moves. A class
 * component, because only those have getSnapshotBeforeUpdate.
 */
class ScrollAnchor extends Component<ScrollAnchorProps> {
  private topOfBelow(): number {
    return document.getElementById(this.props.below)?.getBoundingClientRect().top ?? 0;
  }

  override getSnapshotBeforeUpdate({ always, children }: ScrollAnchorProps): number | null {
    const comes = !children && Boolean(this.props.children);
    return always || this.props.always || comes ? this.topOfBelow() : null;
  }

  override componentDidUpdate(_props: ScrollAnchorProps, _state: unknown, before: number | null): void {
    if (before === null) return;
    // Zero when the browser's scroll anchoring has already corrected it.
    const moved = this.topOfBelow() - before;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
