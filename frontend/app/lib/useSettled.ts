import { useEffect, useState } from "react";

/**
 * False in the frame in which a component appears. Stores are heard only from its effects on: what was restored or
 * dropped meanwhile shows in the second frame, and what would move between the two can wait for it.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);
  return settled;
}
