import { beforeEach, expect, test, vi } from "vitest";
import { Board } from "./board";

const dish = (name: string, cooked: boolean) =>
  `<section class="meal here" id="meal-2"><div data-part="head-2">Lunch</div><ul data-part="dishes-2"><li>
    <button form="taps" id="cook-${name}" formaction="/day/${cooked ? "uncook" : "cook"}" name="dish" value="2:7"
      aria-pressed="${cooked}">${name}</button></li></ul></section>`;
const news = (board: string, seen = "b") =>
  new Response(JSON.stringify({ seen, board, foot: "Lunch: locked." }));

interface Asked {
  readonly address: string;
  readonly body: string;
}

function answering(...replies: (Response | Error)[]): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (address, { body }: RequestInit = {}) => {
    asked.push({ address: String(address), body: String(body ?? "") });
    const reply = replies.shift();
    if (reply instanceof Response) return reply;
    throw reply ?? new Error("nothing more is expected");
  });
  return asked;
}

const button = () => document.querySelector("button") as HTMLButtonElement;
const trouble = () => document.querySelector("[data-trouble]")?.textContent;
let board: Board;

beforeEach(() => {
  document.body.innerHTML = `<p data-trouble></p><form id="taps"><input name="token" value="t"></form>
    <p data-as-of>Before</p><p data-foot></p><div data-kitchen-board="a">${dish("Rice", false)}</div>`;
  board = new Board(document.querySelector("[data-kitchen-board]") as HTMLElement);
});

test("a press is posted with its dish and the form's token, and shows what the server answers", async () => {
  const asked = answering(news(dish("Rice", true)));
  await board.press(button());
  expect(asked[0]?.address).toMatch(/\/day\/cook\?meal=2$/);
  expect(asked[0]?.body).toBe("token=t&dish=2%3A7");
  expect(button().getAttribute("aria-pressed")).toBe("true");
  expect(document.querySelector("[data-foot]")?.textContent).toBe("Lunch: locked.");
  expect(document.querySelector("[data-as-of]")?.textContent).toMatch(/^As of /);
});

test("only what has changed is put in, and the focus stays", async () => {
  answering(news(dish("Rice", true)));
  const head = document.querySelector("[data-part=head-2]");
  const before = button();
  before.focus();
  await board.press(before);
  expect(document.querySelector("[data-part=head-2]")).toBe(head);
  expect(button()).not.toBe(before);
  expect(document.activeElement).toBe(button());
});

test("it asks with what it has seen, and leaves all as it is where nothing is new", async () => {
  const asked = answering(news(dish("Rice", true)), new Response(null, { status: 204 }));
  await board.ask();
  const now = button();
  await board.ask();
  expect(asked.map(({ address }) => new URL(address).search)).toEqual(["?seen=a&meal=2", "?seen=b&meal=2"]);
  expect(button()).toBe(now);
});

test("where meals came or went, the whole board is put in", async () => {
  answering(news(`<section data-part="empty">Nothing to cook</section>`));
  await board.ask();
  expect(document.querySelector("[data-kitchen-board]")?.textContent).toBe("Nothing to cook");
});

test("an answer to what was asked before a press is old", async () => {
  let late: (reply: Response) => void = () => undefined;
  vi.spyOn(window, "fetch")
    .mockImplementationOnce(() => new Promise((resolve) => (late = resolve)))
    .mockImplementationOnce(async () => news(dish("Rice", true), "c"));
  const asking = board.ask();
  await board.press(button());
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
])("what became of a press is said: %j", async (reply, sentence) => {
  answering(reply, news(dish("Rice", true)));
  await board.press(button());
  expect(trouble()).toBe(sentence);
  expect(button().getAttribute("aria-busy")).toBeNull();
  await board.press(button());
  expect(trouble()).toBe("");
});

test("without a connection what is shown may be old, and says so", async () => {
  answering(new Error("no network"));
  await board.ask();
  expect(trouble()).toBe("No connection: this page may be out of date.");
});

test("a fold stays as it was, and a dish that went into a closed one leaves the focus on its summary", async () => {
  const folded = (name: string) =>
    `<section class="meal here" id="meal-2"><ul data-part="dishes-2"><li>${name}</li></ul><div data-part="cooked-2">
      <details id="cooked-2"><summary>Cooked</summary><button id="cook-Rice">${name}</button></details></div></section>`;
  answering(news(folded("Rice")), news(folded("Dal"), "c"));
  button().focus();
  await board.press(button());
  const fold = () => document.querySelector("details") as HTMLDetailsElement;
  expect(document.activeElement).toBe(fold().querySelector("summary"));
  fold().open = true;
  await board.ask();
  expect(fold().textContent).toContain("Dal");
  expect(fold().open).toBe(true);
});
