import { Component, type ReactNode } from "react";

export interface ScrollAnchorProps {
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
export class ScrollAnchor extends Component<ScrollAnchorProps> {
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
