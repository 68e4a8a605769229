import { useRef, useState } from "react";

/** idle: can be submitted. sending: in flight. disabled: it stays so until the page is left. */
export type SubmissionPhase = "idle" | "sending" | "disabled";

/** Runs one submission at a time; the task resolves with whether the form stays disabled. */
export function useSingleSubmission() {
  const [phase, setPhase] = useState<SubmissionPhase>("idle");
  // A ref beside the state: the second click of a double click comes before the next render.
  const isBusy = useRef(false);

  async function submit(task: () => Promise<boolean>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase("sending");
    isBusy.current = await task();
    setPhase(isBusy.current ? "disabled" : "idle");
  }

  return { phase, submit };
}
