const TIMEOUT_MS = 30_000;

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
  async post<T>(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: BodyInit,
    parse: (response: Response) => Promise<T>,
  ): Promise<T> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
    try {
      const send = () =>
        fetch(address, {
          method: "POST",
          headers: { Accept: "application/json", ...headers, "X-CSRFToken": this.#token },
          body,
          signal: abort.signal,
        });
      const response = await send();
      const isTokenStale = response.status === 403 && (await this.#renewToken(abort.signal));
      return await parse(isTokenStale ? await send() : response);
    } finally {
      clearTimeout(timer);
    }
  }

  async #renewToken(signal: AbortSignal): Promise<boolean> {
    const response = await fetch(this.#page, { signal });
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
