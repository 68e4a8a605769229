import { useState } from "react";

/**
 * here: it came on the page in view, and docks below the header. arrived: the page that follows has come, and shows
 * it unfolded at its top. kept: the visitor has gone on, or reloaded; it stands folded at the top.
 */
type ReceiptStage = "here" | "arrived" | "kept";

interface StageState {
  readonly sentAt: number | undefined;
  readonly pathname: string;
  readonly stage: ReceiptStage;
  /** Folded or unfolded by hand, which holds until the next page. */
  readonly unfolded: boolean | null;
}

/** How the latest receipt shows on the page at this path; `toggle` folds and unfolds it. */
export function useReceiptStage(sentAt: number | undefined, fresh: boolean, pathname: string) {
  const [state, setState] = useState<StageState>({ sentAt, pathname, stage: "kept", unfolded: null });
  let current = state;
  if (sentAt !== state.sentAt) current = { sentAt, pathname, stage: fresh ? "here" : "kept", unfolded: null };
  else if (pathname !== state.pathname) {
    current = { sentAt, pathname, stage: state.stage === "here" ? "arrived" : "kept", unfolded: null };
  }
  // While drawing, so that a page never shows the stage of the one before it.
  if (current !== state) setState(current);
  const unfolded = current.unfolded ?? current.stage === "arrived";
  return { stage: current.stage, unfolded, toggle: () => setState({ ...current, unfolded: !unfolded }) };
}
