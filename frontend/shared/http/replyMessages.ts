import { isStatusPath } from "~/shared/lib/statusPath";

/** Optional content of a reply's body. */
export interface ReplyMessages {
  readonly reference?: string;
  /** The server's message for the customer. */
  readonly message?: string;
  /** Path of the request's status page; only from the page's own server. */
  readonly statusPath?: string;
}

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;
/** Such as OT-7K2M9QX. */
const REFERENCE = /^[\w.:#/-]{1,40}$/;
const MAX_MESSAGE_LENGTH = 1000;

/**
 * Reads a body in the background and never rejects: an empty, invalid, late or too long body yields {}. Its content does
 * not change the outcome of the call (specification, section 7: body unread).
 */
export async function readReplyMessages(reply: Response): Promise<ReplyMessages> {
  try {
    return parseMessages(JSON.parse(await readText(reply)), isSameOrigin(reply));
  } catch {
    return {};
  }
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(cancel, TIMEOUT_MS);
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      if (bytes > MAX_BYTES) {
        cancel();
        return "";
      }
      text += decoder.decode(part.value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
  }
  return text;
}

/** Whether the page's own host replied: a call may be sent elsewhere (callBases.ts), or be redirected. */
function isSameOrigin({ url }: Response): boolean {
  return url.startsWith(`${window.location.origin}/`);
}

function parseMessages(body: unknown, isSameOriginReply: boolean): ReplyMessages {
  const { reference, message, statusPath } = Object(body) as Record<string, unknown>;
  return {
    ...(typeof reference === "string" && REFERENCE.test(reference) ? { reference } : {}),
    ...(typeof message === "string" && message.length <= MAX_MESSAGE_LENGTH ? { message } : {}),
    ...(isSameOriginReply && isStatusPath(statusPath) ? { statusPath } : {}),
  };
}
