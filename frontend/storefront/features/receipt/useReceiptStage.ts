import { useState } from "react";

/**
 * here: new on the current page, docked below the header. arrived: on the next page, expanded at its top. kept: on later
 * pages and after a reload, collapsed at the top.
 */
type ReceiptStage = "here" | "arrived" | "kept";

interface StageState {
  readonly sentAt: number | undefined;
  readonly pathname: string;
  readonly stage: ReceiptStage;
  /** The visitor's choice, until the next page; null without one. */
  readonly unfolded: boolean | null;
}

/** The stage of the latest receipt on the page at this path; `toggle` collapses and expands it. */
export function useReceiptStage(sentAt: number | undefined, fresh: boolean, pathname: string) {
  const [state, setState] = useState<StageState>({ sentAt, pathname, stage: "kept", unfolded: null });
  let current = state;
  if (sentAt !== state.sentAt) current = { sentAt, pathname, stage: fresh ? "here" : "kept", unfolded: null };
  else if (pathname !== state.pathname) {
    current = { sentAt, pathname, stage: state.stage === "here" ? "arrived" : "kept", unfolded: null };
  }
  // During render, so that a page never shows the previous page's stage.
  if (current !== state) setState(current);
  const unfolded = current.unfolded ?? current.stage === "arrived";
  return { stage: current.stage, unfolded, toggle: () => setState({ ...current, unfolded: !unfolded }) };
}
