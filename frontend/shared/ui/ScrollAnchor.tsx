import { Component, type ReactNode } from "react";

export interface ScrollAnchorProps {
  /** Id of the element below, which must not move in the window. */
  below: string;
  /** Also while it changes, not only when it comes. */
  always: boolean;
  /** What comes belongs in view at the top of the page: there it moves what is below, and is seen. */
  isRevealed: boolean;
  children: ReactNode;
}

/**
 * Content that comes to stand above what somebody reads: the window scrolls by as much as everything below moves, so
 * that nothing is seen to move. A class, because only a class is asked before the document changes.
 */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  private topOfBelow(): number {
    return document.getElementById(this.props.below)?.getBoundingClientRect().top ?? 0;
  }

  override getSnapshotBeforeUpdate({ always, children }: ScrollAnchorProps): number | null {
    const seen = this.props.isRevealed && window.scrollY === 0;
    const comes = !children && Boolean(this.props.children) && !seen;
    return always || this.props.always || comes ? this.topOfBelow() : null;
  }

  override componentDidUpdate(_props: ScrollAnchorProps, _state: unknown, before: number | null): void {
    if (before === null) return;
    // Zero where the browser's own scroll anchoring was faster.
    const moved = this.topOfBelow() - before;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
