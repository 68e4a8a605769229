import { useRef, useState } from "react";
import type { Call } from "./endpoints";
import { newIdempotencyKey } from "./idempotencyKey";
import { post } from "./post";
import { startTimeLimit } from "./timeLimit";

/** idle: may be sent. sending: waits for the reply. shut: was sent and stays disabled until the page is left. */
export type SubmissionPhase = "idle" | "sending" | "shut";

/**
 * What a form does after an answer.
 * retry: it opens again, and the same body sent again is the same request.
 * renew: it opens again, and whatever is sent next is a new request.
 * shut: it stays disabled until the page is left.
 */
export type AfterAnswer = "retry" | "renew" | "shut";

export interface AnswerHandlers {
  /** Any reply of the server. What it throws, an unreadable body for instance, goes to onFailure. */
  readonly onReply: (reply: Response) => AfterAnswer | Promise<AfterAnswer>;
  /** No reply, none in time, or one that could not be read. */
  readonly onFailure: (error: Error) => AfterAnswer;
}

/** The one way in which a form of the product is sent: once at a time, with a key that survives a retry. */
export function useSubmission(call: Call) {
  const [phase, setPhase] = useState<SubmissionPhase>("idle");
  // A ref beside the state: the second click of a double click comes before the next rendering.
  const busy = useRef(false);
  const lastRequest = useRef({ body: "", key: "" });

  async function submit(body: object, { onReply, onFailure }: AnswerHandlers): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setPhase("sending");
    const limit = startTimeLimit();
    const after = await answerTo(body, limit.signal)
      .then((reply) => readBy(onReply, reply))
      .catch((error: unknown) => onFailure(error instanceof Error ? error : new Error(String(error))))
      .finally(limit.lift);
    if (after !== "retry") lastRequest.current = { body: "", key: "" };
    busy.current = after === "shut";
    setPhase(after === "shut" ? "shut" : "idle");
  }

  async function answerTo(body: object, signal: AbortSignal): Promise<Response> {
    const text = JSON.stringify(body);
    if (lastRequest.current.body !== text) lastRequest.current = { body: text, key: newIdempotencyKey() };
    return post(call, body, { idempotencyKey: lastRequest.current.key, signal });
  }

  return { phase, submit };
}

/** A body that nobody reads would keep its connection open: what the handler leaves is read and thrown away. */
async function readBy(onReply: AnswerHandlers["onReply"], reply: Response): Promise<AfterAnswer> {
  try {
    return await onReply(reply);
  } finally {
    if (!reply.bodyUsed) reply.text().catch(() => {});
  }
}
