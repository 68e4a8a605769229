import { randomToken } from "~/lib/randomToken";

/** How long the desk waits for an answer. */
const LIMIT_MS = 30_000;

/** What became of a body that was sent. */
export type Answer =
  | { readonly kind: "stored"; readonly reference: string; readonly address: string }
  /** `errors` by the first part of a field's path on the wire. */
  | { readonly kind: "refused"; readonly message: string; readonly errors: Readonly<Record<string, string>> }
  /** This form has stored an order before, with other details. */
  | { readonly kind: "sentBefore" }
  /** Nobody is logged in any more. */
  | { readonly kind: "loggedOut" }
  | { readonly kind: "broken"; readonly message: string }
  /** It may have arrived, or not. */
  | { readonly kind: "unreached" };

/** Posts an order to the page's own address: the same key each time, so that the server stores it once. */
export class Sender {
  readonly #address: string;
  #token: string;
  #key: string;

  constructor(address: string, token: string, key: string) {
    this.#address = address;
    this.#token = token;
    this.#key = key;
  }

  /** From here on what is sent is another order than before. */
  begin(): void {
    this.#key = randomToken();
  }

  /** Never rejects. */
  async send(body: object): Promise<Answer> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), LIMIT_MS);
    try {
      let reply = await this.#post(body, limit.signal);
      // Whoever logged in again, in another tab, has a new token: it stands on a new copy of this page.
      if (reply.status === 403 && (await this.#renewToken(limit.signal)))
        reply = await this.#post(body, limit.signal);
      return await answerOf(reply);
    } catch {
      return { kind: "unreached" };
    } finally {
      clearTimeout(timer);
    }
  }

  #post(body: object, signal: AbortSignal): Promise<Response> {
    return fetch(this.#address, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": this.#key,
        "X-CSRFToken": this.#token,
      },
      body: JSON.stringify(body),
      signal,
    });
  }

  async #renewToken(signal: AbortSignal): Promise<boolean> {
    const reply = await fetch(this.#address, { signal });
    const token = tokenIn(new DOMParser().parseFromString(await reply.text(), "text/html"));
    const isNew = token !== "" && token !== this.#token;
    if (isNew) this.#token = token;
    return isNew;
  }
}

/** The token against forged forms that stands on a page; "" where there is none. */
export function tokenIn(page: Document): string {
  return page.querySelector<HTMLInputElement>("[data-token] input")?.value ?? "";
}

async function answerOf(reply: Response): Promise<Answer> {
  if (reply.status === 401) return { kind: "loggedOut" };
  const said = await reply.json().then(Object, () => ({}));
  if (reply.status === 201) return { kind: "stored", reference: said.reference, address: said.address };
  const message = typeof said.message === "string" ? said.message : "The server could not store it.";
  if (reply.status !== 422) return { kind: "broken", message };
  const errors = byField(said.errors);
  return Object.keys(errors).length === 0 ? { kind: "sentBefore" } : { kind: "refused", message, errors };
}

/** The first complaint about each field: "selectedItems[1].name" is one about "selectedItems". */
function byField(errors: readonly { field: string; message: string }[] = []): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { field, message } of errors) found[field.split(/[.[]/, 1)[0] ?? ""] ??= message;
  return found;
}
