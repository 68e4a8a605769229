import { type Fetch, withTimeout } from "~/shared/http/withTimeout";

/** Posts to staff pages with Django's CSRF token. */
export class HttpClient {
  readonly #page: string;
  #token: string;

  /** `page` is the URL from which a fresh CSRF token can be read. */
  constructor(page: string, token: string) {
    this.#page = page;
    this.#token = token;
  }

  /**
   * Resolves with what `parse` returns; rejects when no response arrives in time. After a 403 the request is repeated
   * once with a fresh token: logging in again, in another tab, changes it.
   */
  post<T>(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: BodyInit,
    parse: (response: Response) => Promise<T>,
  ): Promise<T> {
    return withTimeout(async (send) => {
      const post = () =>
        send(address, {
          method: "POST",
          headers: { Accept: "application/json", ...headers, "X-CSRFToken": this.#token },
          body,
        });
      const response = await post();
      const isTokenStale = response.status === 403 && (await this.#renewToken(send));
      return parse(isTokenStale ? await post() : response);
    });
  }

  async #renewToken(send: Fetch): Promise<boolean> {
    const response = await send(this.#page);
    const token = readCsrfToken(new DOMParser().parseFromString(await response.text(), "text/html"));
    const isNew = token !== "" && token !== this.#token;
    if (isNew) this.#token = token;
    return isNew;
  }
}

/** The CSRF token of a page; "" when the page has none. */
export function readCsrfToken(page: Document): string {
  return page.querySelector<HTMLInputElement>("[data-token] input")?.value ?? "";
}
