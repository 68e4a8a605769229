import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { KitchenBoard } from "./board";

const dish = (name: string, cooked: boolean) =>
  `<section class="meal here" id="meal-2"><div data-part="head-2">Lunch</div><ul data-part="dishes-2"><li>
    <button form="taps" id="cook-${name}" formaction="/day/${cooked ? "uncook" : "cook"}" name="dish" value="2:7"
      aria-pressed="${cooked}">${name}</button></li></ul></section>`;
const news = (board: string, seen = "b") =>
  new Response(JSON.stringify({ seen, board, foot: "Lunch: locked." }));

interface Call {
  readonly address: string;
  readonly body: string;
}

function mockFetch(...replies: (Response | Error)[]): Call[] {
  const calls: Call[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (address, { body }: RequestInit = {}) => {
    calls.push({ address: String(address), body: String(body ?? "") });
    const reply = replies.shift();
    if (reply instanceof Response) return reply;
    throw reply ?? new Error("nothing more is expected");
  });
  return calls;
}

const button = () => document.querySelector("button") as HTMLButtonElement;
const connectionError = () => document.querySelector("[data-connection]")?.textContent;
let board: KitchenBoard;

beforeEach(() => {
  document.body.innerHTML = `<p data-connection></p><form id="taps"><input name="token" value="t"></form>
    <p data-as-of>Before</p><p data-foot></p><div data-kitchen-board="a">${dish("Rice", false)}</div>`;
  board = new KitchenBoard(document.querySelector("[data-kitchen-board]") as HTMLElement);
});

test("a submitted button posts its dish and the CSRF token, and the board shows the response", async () => {
  const calls = mockFetch(news(dish("Rice", true)));
  await board.submit(button());
  expect(calls[0]?.address).toMatch(/\/day\/cook\?meal=2$/);
  expect(calls[0]?.body).toBe("token=t&dish=2%3A7");
  expect(button().getAttribute("aria-pressed")).toBe("true");
  expect(document.querySelector("[data-foot]")?.textContent).toBe("Lunch: locked.");
  expect(document.querySelector("[data-as-of]")?.textContent).toMatch(/^As of /);
});

test("a browser of the floor, whose FormData takes no button and whose signals no timeout, posts the same", async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal(
    "FormData",
    class extends FormData {
      constructor(form?: HTMLFormElement) {
        super(form);
      }
    },
  );
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    throw new TypeError("AbortSignal.timeout is not a function");
  });
  const calls = mockFetch(news(dish("Rice", true)));
  await board.submit(button());
  expect(calls.map(({ body }) => body)).toEqual(["token=t&dish=2%3A7"]);
});

test("a response replaces only the parts that changed, and the focus stays", async () => {
  mockFetch(news(dish("Rice", true)));
  const head = document.querySelector("[data-part=head-2]");
  const before = button();
  before.focus();
  await board.submit(before);
  expect(document.querySelector("[data-part=head-2]")).toBe(head);
  expect(button()).not.toBe(before);
  expect(document.activeElement).toBe(button());
});

test("a poll sends the version it has, and a 204 changes nothing", async () => {
  const calls = mockFetch(news(dish("Rice", true)), new Response(null, { status: 204 }));
  await board.poll();
  const now = button();
  await board.poll();
  expect(calls.map(({ address }) => new URL(address).search)).toEqual(["?seen=a&meal=2", "?seen=b&meal=2"]);
  expect(button()).toBe(now);
});

test("a response with other meals replaces the whole board", async () => {
  mockFetch(news(`<section data-part="empty">Nothing to cook</section>`));
  await board.poll();
  expect(document.querySelector("[data-kitchen-board]")?.textContent).toBe("Nothing to cook");
});

test("a poll response that was requested before a submission is ignored", async () => {
  let late: (reply: Response) => void = () => undefined;
  vi.spyOn(window, "fetch")
    .mockImplementationOnce(() => new Promise((resolve) => (late = resolve)))
    .mockImplementationOnce(async () => news(dish("Rice", true), "c"));
  const asking = board.poll();
  await board.submit(button());
  late(news(dish("Rice", false)));
  await asking;
  expect(button().getAttribute("aria-pressed")).toBe("true");
});

test.each([
  [new Response("{}", { status: 401 }), "You have been logged out. Reload the page to log in again."],
  [new Response("{}", { status: 403 }), "This page is out of date. Please reload it."],
  [
    new Response(JSON.stringify({ message: "That day has passed." }), { status: 422 }),
    "That day has passed.",
  ],
  [new Response("", { status: 500 }), "Not saved: no connection. Please press it again."],
  [new Error("no network"), "Not saved: no connection. Please press it again."],
])("a failed submission shows an error: %j", async (reply, sentence) => {
  mockFetch(reply, news(dish("Rice", true)));
  await board.submit(button());
  expect(connectionError()).toBe(sentence);
  expect(button().getAttribute("aria-busy")).toBeNull();
  await board.submit(button());
  expect(connectionError()).toBe("");
});

test("a failed poll shows that the page may be out of date", async () => {
  mockFetch(new Error("no network"));
  await board.poll();
  expect(connectionError()).toBe("No connection: this page may be out of date.");
});

test("details stay open or closed, and a dish that moves into a closed one leaves the focus on its summary", async () => {
  const folded = (name: string) =>
    `<section class="meal here" id="meal-2"><ul data-part="dishes-2"><li>${name}</li></ul><div data-part="cooked-2">
      <details id="cooked-2"><summary>Cooked</summary><button id="cook-Rice">${name}</button></details></div></section>`;
  mockFetch(news(folded("Rice")), news(folded("Dal"), "c"));
  button().focus();
  await board.submit(button());
  const fold = () => document.querySelector("details") as HTMLDetailsElement;
  expect(document.activeElement).toBe(fold().querySelector("summary"));
  fold().open = true;
  await board.poll();
  expect(fold().textContent).toContain("Dal");
  expect(fold().open).toBe(true);
});
