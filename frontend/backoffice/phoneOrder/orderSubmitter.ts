import { randomToken } from "~/shared/lib/randomToken";
import { HttpClient } from "../httpClient";

export type OrderResponse =
  | { readonly kind: "stored"; readonly reference: string; readonly address: string }
  /** `errors` are keyed by the first part of a field's path in the payload. */
  | { readonly kind: "rejected"; readonly message: string; readonly errors: Readonly<Record<string, string>> }
  /** An order with other details was stored under the same idempotency key. */
  | { readonly kind: "alreadyStored" }
  | { readonly kind: "loggedOut" }
  | { readonly kind: "serverError"; readonly message: string }
  /** No response: the order may or may not be stored. */
  | { readonly kind: "unreachable" };

/** Posts an order to the page's own URL, with the same idempotency key each time, so that the server stores it once. */
export class OrderSubmitter {
  readonly #address: string;
  readonly #http: HttpClient;
  #key: string;

  constructor(address: string, token: string, key: string) {
    this.#address = address;
    this.#http = new HttpClient(address, token);
    this.#key = key;
  }

  /** Makes the next submission a new order. */
  renewKey(): void {
    this.#key = randomToken();
  }

  /** Never rejects. */
  async submit(body: object): Promise<OrderResponse> {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": this.#key };
    try {
      return await this.#http.post(this.#address, headers, JSON.stringify(body), parseResponse);
    } catch {
      return { kind: "unreachable" };
    }
  }
}

async function parseResponse(response: Response): Promise<OrderResponse> {
  if (response.status === 401) return { kind: "loggedOut" };
  const body = await response.json().then(Object, () => ({}));
  if (response.status === 201) return { kind: "stored", reference: body.reference, address: body.address };
  const message = typeof body.message === "string" ? body.message : "The server could not save it.";
  if (response.status !== 422) return { kind: "serverError", message };
  const errors = errorsByField(body.errors);
  return Object.keys(errors).length === 0 ? { kind: "alreadyStored" } : { kind: "rejected", message, errors };
}

/** The first error of each field; "selectedItems[1].name" counts as "selectedItems". */
function errorsByField(errors: readonly { field: string; message: string }[] = []): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const { field, message } of errors) byName[field.split(/[.[]/, 1)[0] ?? ""] ??= message;
  return byName;
}
