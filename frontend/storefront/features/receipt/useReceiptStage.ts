import { useState } from "react";

/**
 * here: it came on the page in view, and docks below the header. arrived: the page that follows has come, and shows
 * it unfolded at its top. kept: the visitor has gone on, or reloaded; it stands folded at the top.
 */
type ReceiptStage = "here" | "arrived" | "kept";

interface Seen {
  readonly sentAt: number | undefined;
  readonly pathname: string;
  readonly stage: ReceiptStage;
  /** Folded or unfolded by hand, which holds until the next page. */
  readonly unfolded: boolean | null;
}

/** How the latest receipt shows on the page at this path; `toggle` folds and unfolds it. */
export function useReceiptStage(sentAt: number | undefined, fresh: boolean, pathname: string) {
  const [seen, setSeen] = useState<Seen>({ sentAt, pathname, stage: "kept", unfolded: null });
  let now = seen;
  if (sentAt !== seen.sentAt) now = { sentAt, pathname, stage: fresh ? "here" : "kept", unfolded: null };
  else if (pathname !== seen.pathname) {
    now = { sentAt, pathname, stage: seen.stage === "here" ? "arrived" : "kept", unfolded: null };
  }
  // While drawing, so that a page never shows the stage of the one before it.
  if (now !== seen) setSeen(now);
  const unfolded = now.unfolded ?? now.stage === "arrived";
  return { stage: now.stage, unfolded, toggle: () => setSeen({ ...now, unfolded: !unfolded }) };
}
