/** How long the desk waits for an answer. */
const LIMIT_MS = 30_000;

/** Posts to the server's own pages, with the token against forged forms. */
export class Posting {
  readonly #page: string;
  #token: string;

  /** `page` is an address on which a new token stands. */
  constructor(page: string, token: string) {
    this.#page = page;
    this.#token = token;
  }

  /**
   * What is read of the answer; rejects where none comes in time. Whoever logged in again, in another tab, has a new
   * token: it is asked for once.
   */
  async post<T>(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: BodyInit,
    read: (reply: Response) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), LIMIT_MS);
    try {
      const send = () =>
        fetch(address, {
          method: "POST",
          headers: { Accept: "application/json", ...headers, "X-CSRFToken": this.#token },
          body,
          signal: limit.signal,
        });
      const reply = await send();
      const isOld = reply.status === 403 && (await this.#renewToken(limit.signal));
      return await read(isOld ? await send() : reply);
    } finally {
      clearTimeout(timer);
    }
  }

  async #renewToken(signal: AbortSignal): Promise<boolean> {
    const reply = await fetch(this.#page, { signal });
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
