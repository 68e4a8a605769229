import { useRef, useState } from "react";
import { type ReplyMessages, readReplyMessages } from "#shared/http/replyMessages.ts";
import type { Call } from "~/shared/http/endpoints";
import { type Failure, failureOf } from "~/shared/http/failure";
import { idempotencyKey } from "~/shared/http/idempotencyKey";
import { trackInterruption } from "~/shared/http/interrupted";
import { post } from "~/shared/http/post";
import { startTimeLimit } from "~/shared/http/timeLimit";
import { clearVisit } from "~/storefront/session/historyState";
import { visitToken } from "~/storefront/session/visits";

/** idle: may be sent. sending: waits for the reply. shut: was sent and stays disabled until the page is left. */
export type SubmissionPhase = "idle" | "sending" | "shut";

/**
 * What a form does after an answer.
 * retry: it failed and opens again; the same body sent again is the same request.
 * stuck: it failed and stays disabled; after a reload the same body is the same request.
 * renew: it succeeded and opens again; whatever is sent next is a new request.
 * shut: it succeeded and stays disabled until the page is left.
 */
export type AfterReply = "retry" | "stuck" | "renew" | "shut";

export interface ReplyHandlers {
  /**
   * Any reply of the server. What it throws, an unreadable body for instance, goes to onFailure. `words` come later
   * or not at all, and never reject: nothing may wait for them.
   */
  readonly onReply: (reply: Response, messages: Promise<ReplyMessages>) => AfterReply | Promise<AfterReply>;
  /** No reply, none in time, or one that could not be read. */
  readonly onFailure: (error: Error) => AfterReply;
}

/**
 * The one way in which a form of the product is sent: once at a time, with a key that survives a retry, a reload and
 * a copy of the tab. A success ends the visit, and with it whatever the visit has kept.
 */
export function useSubmission(call: Call) {
  const [phase, setPhase] = useState<SubmissionPhase>("idle");
  const [failure, setFailure] = useState<Failure | null>(null);
  // A ref beside the state: the second click of a double click comes before the next rendering.
  const isBusy = useRef(false);

  async function submit(body: object, { onReply, onFailure }: ReplyHandlers): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase("sending");
    setFailure(null);
    const visit = visitToken();
    const limit = startTimeLimit();
    const stopTracking = trackInterruption();
    let status: number | undefined;
    let isReadable = true;
    const after = await post(call, body, {
      idempotencyKey: idempotencyKey(visit, JSON.stringify(body)),
      signal: limit.signal,
    })
      .then((reply) => {
        status = reply.status;
        return handleReply(onReply, reply);
      })
      .catch((error: unknown) => {
        isReadable = false;
        return onFailure(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => {
        limit.lift();
        stopTracking(status !== undefined);
      });
    if (after === "renew" || after === "shut") clearVisit(visit);
    else setFailure(failureOf(status, isReadable));
    isBusy.current = after === "stuck" || after === "shut";
    setPhase(isBusy.current ? "shut" : "idle");
  }

  return { phase, failure, submit };
}

/**
 * The reference is read from a copy, so that the handler has the reply to itself. A body that nobody reads would keep
 * its connection open: what the handler leaves is thrown away.
 */
async function handleReply(onReply: ReplyHandlers["onReply"], reply: Response): Promise<AfterReply> {
  const messages = readReplyMessages(reply.clone());
  try {
    return await onReply(reply, messages);
  } finally {
    if (!reply.bodyUsed) reply.body?.cancel().catch(() => {});
  }
}
