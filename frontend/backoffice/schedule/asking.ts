import type { Posting } from "../posting";
import type { Doing } from "./doings";
import type { Moved, Plan } from "./plan";

/** What the server says to a form. */
export type Answer =
  | { readonly kind: "shown"; readonly moved: readonly Moved[]; readonly sentences: readonly string[] }
  | { readonly kind: "done"; readonly address: string }
  /** `errors` by the names of fields. */
  | { readonly kind: "refused"; readonly message: string; readonly errors: Readonly<Record<string, string>> }
  /** The plan has been changed since the page was made; `since` tells what was done, newest first. */
  | { readonly kind: "stale"; readonly since: readonly string[] }
  | { readonly kind: "loggedOut" }
  | { readonly kind: "broken" }
  /** It may have arrived, or not. */
  | { readonly kind: "unreached" };

export type Ask = (doing: Doing, form: URLSearchParams, step: "preview" | "save") => Promise<Answer>;

/** Asks the plan's own pages; never rejects. */
export function asking(posting: Posting, plan: Plan): Ask {
  return async (doing, form, step) => {
    const body = new URLSearchParams(form);
    body.set("version", String(plan.version));
    body.set("do", step);
    try {
      return await posting.post(`${plan.address}${doing}`, {}, body, answerOf);
    } catch {
      return { kind: "unreached" };
    }
  };
}

async function answerOf(reply: Response): Promise<Answer> {
  if (reply.status === 401) return { kind: "loggedOut" };
  if (reply.status === 409) return { kind: "stale", since: (await reply.json()).since };
  if (reply.status !== 200 && reply.status !== 422) return { kind: "broken" };
  const said = await reply.json();
  if (reply.status === 422) return { kind: "refused", message: said.message, errors: said.errors };
  if (said.address) return { kind: "done", address: said.address };
  return { kind: "shown", moved: said.moved, sentences: said.sentences };
}
