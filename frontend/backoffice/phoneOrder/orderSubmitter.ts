import { randomToken } from "~/shared/lib/randomToken";
import { Posting } from "../posting";

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
  readonly #posting: Posting;
  #key: string;

  constructor(address: string, token: string, key: string) {
    this.#address = address;
    this.#posting = new Posting(address, token);
    this.#key = key;
  }

  /** From here on what is sent is another order than before. */
  begin(): void {
    this.#key = randomToken();
  }

  /** Never rejects. */
  async send(body: object): Promise<Answer> {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": this.#key };
    try {
      return await this.#posting.post(this.#address, headers, JSON.stringify(body), answerOf);
    } catch {
      return { kind: "unreached" };
    }
  }
}

async function answerOf(reply: Response): Promise<Answer> {
  if (reply.status === 401) return { kind: "loggedOut" };
  const said = await reply.json().then(Object, () => ({}));
  if (reply.status === 201) return { kind: "stored", reference: said.reference, address: said.address };
  const message = typeof said.message === "string" ? said.message : "The server could not save it.";
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
