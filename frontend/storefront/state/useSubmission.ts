import { type FormEvent, useState } from "react";
import type { Call } from "~/shared/http/callBases";
import { trackInterruption } from "~/shared/http/interrupted";
import { type Failure, failureOf, idempotencyKey, post } from "~/shared/http/post";
import { type ReplyMessages, readReplyMessages } from "~/shared/http/replyMessages";
import { useSingleSubmission } from "~/shared/lib/useSingleSubmission";
import { clearVisit } from "~/storefront/session/historyState";
import type { FormCheck } from "~/storefront/session/useFormValues";
import { visitToken } from "~/storefront/session/visits";

/**
 * What a form does after a reply.
 * retry: it failed and opens again; the same body sent again is the same request.
 * blocked: it failed and stays disabled; after a reload the same body is the same request.
 * renew: it succeeded and opens again; whatever is sent next is a new request.
 * completed: it succeeded and stays disabled until the page is left.
 */
export type AfterReply = "retry" | "blocked" | "renew" | "completed";

export interface ReplyHandlers {
  /**
   * Called with any reply of the server; an exception, such as an unreadable body, calls onFailure. `messages` may
   * resolve much later and never rejects: do not await it.
   */
  readonly onReply: (reply: Response, messages: Promise<ReplyMessages>) => AfterReply | Promise<AfterReply>;
  /** Called without a reply, after the timeout, or with an unreadable reply. */
  readonly onFailure: (error: Error) => AfterReply;
}

interface CheckHandlers extends ReplyHandlers {
  readonly onChecked?: (found: FormCheck) => void;
}

/**
 * Submits a form, one submission at a time, with an idempotency key that survives retries, reloads and copies of the
 * tab. A success ends the visit and clears its persisted values. `shownEdition` is the edition of the menu whose prices the
 * form shows; by default the page's.
 */
export function useSubmission(call: Call, shownEdition?: number) {
  const { phase, submit: submitOnce } = useSingleSubmission();
  const [failure, setFailure] = useState<Failure | null>(null);

  async function send(body: object, { onReply, onFailure }: ReplyHandlers): Promise<boolean> {
    setFailure(null);
    const visit = visitToken();
    const stopTracking = trackInterruption();
    let status: number | undefined;
    let isReadable = true;
    const key = idempotencyKey(visit, JSON.stringify(body));
    const parse = (reply: Response) => {
      status = reply.status;
      return handleReply(onReply, reply);
    };
    const after = await post(call, body, key, parse, shownEdition)
      .catch((error: unknown) => {
        isReadable = false;
        return onFailure(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => stopTracking(status !== undefined));
    if (after === "renew" || after === "completed") clearVisit(visit);
    else setFailure(failureOf(status, isReadable));
    return after === "blocked" || after === "completed";
  }

  const submit = (body: object, handlers: ReplyHandlers) => submitOnce(() => send(body, handlers));

  /** The submit handler of a form that `check` checks: sends `body` if it is complete. */
  const submitChecked =
    (check: (form: HTMLFormElement) => FormCheck, body: object, handlers: CheckHandlers) =>
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (phase !== "idle") return;
      const found = check(event.currentTarget);
      handlers.onChecked?.(found);
      if (found === "complete") void submit(body, handlers);
    };

  return { phase, failure, submit, submitChecked };
}

/**
 * The messages are read from a clone, so that the handler can read the body. An unread body is cancelled, because it
 * would keep its connection open.
 */
async function handleReply(onReply: ReplyHandlers["onReply"], reply: Response): Promise<AfterReply> {
  const messages = readReplyMessages(reply.clone());
  try {
    return await onReply(reply, messages);
  } finally {
    if (!reply.bodyUsed) reply.body?.cancel().catch(() => {});
  }
}
