import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpClient } from "../httpClient";
import { recordOutcome } from "./deliveryEvents";
import { EventQueue } from "./eventQueue";
import { RunView } from "./RunView";
import { type Run, stateOf } from "./run";
import { run, stop } from "./testing";

let respond: (body: string) => Promise<Response>;
const offline = () => Promise.reject(new TypeError("no network"));
const respondWith =
  (event: object, response: object = {}) =>
  async (body: string) =>
    Response.json({
      taps: JSON.parse(body).map(({ key }: { key: string }) => ({ key, ...event })),
      ...response,
    });

beforeEach(() => {
  localStorage.clear();
  respond = respondWith({ state: "delivered", uncounted: "" });
  vi.stubGlobal("fetch", (_: string, request?: { body?: string }) =>
    request?.body ? respond(request.body) : Promise.reject(new TypeError("not asked here")),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Loads the page, or loads it again. */
async function open(ran: Run): Promise<void> {
  cleanup();
  await act(async () => {
    render(
      <RunView run={ran} http={new HttpClient("/backoffice/runs/7/", "t")} queue={new EventQueue(ran.run)} />,
    );
  });
}

async function press(name: RegExp | string, how: MouseEventInit = {}): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name }), how);
  });
}

/** At a stop with ₹500 due: opens the payment form, and presses the button of a payment method. */
async function collect(method = ""): Promise<void> {
  await open(run(stop(1, { debts: [["OT-A", 50_000]] })));
  await press(/^Collect ₹500/);
  if (method) await press(method);
}

const currentStop = () =>
  within(screen.getByRole("region", { name: /Guest/ })).getByRole("heading").textContent;
const status = () => screen.getByRole("status").textContent;

describe("a rider's run", () => {
  it("shows the next stop after an outcome is recorded", async () => {
    await open(run(stop(1), stop(2)));
    expect(currentStop()).toBe("Guest 1");
    await press(/^Delivered/);
    expect(currentStop()).toBe("Guest 2");
  });

  it("records a double click for the stop that it was meant for", async () => {
    await open(run(stop(1), stop(2), stop(3)));
    await press(/^Delivered/);
    await press(/^Delivered/);
    expect(currentStop()).toBe("Guest 2");
  });

  it("ignores the second click of a double click on a button that appeared under it", async () => {
    const twice = { detail: 2 };
    await open(run(stop(1, { debts: [["OT-A", 50_000]] }), stop(2)));
    for (const [first, under] of [
      [/^Not delivered…/, "Nobody at home"],
      [/^Collect/, "Cash received"],
      [/^Collect|^Amount/, "UPI received"],
    ] as const) {
      if (screen.queryByRole("button", { name: first })) await press(first);
      await press(under, twice);
    }
    expect(currentStop()).toBe("Guest 1");
    expect(new EventQueue(7).events()).toEqual([]);
    await press(/^Delivered/);
    await press(/^Undo/, twice);
    expect(currentStop()).toBe("Guest 2");
  });

  it("records a quick reason at the next stop, because it takes a click of its own", async () => {
    await open(run(stop(1), stop(2), stop(3)));
    await press(/^Delivered/);
    await press(/^Not delivered…/);
    await press("Nobody at home");
    expect(currentStop()).toBe("Guest 3");
  });

  it("continues without network and shows the number of unsent events", async () => {
    respond = offline;
    await open(run(stop(1), stop(2)));
    await press(/^Delivered/);
    expect(currentStop()).toBe("Guest 2");
    expect(status()).toContain("1 not sent yet.");
  });

  it("shows that the account may no longer sync", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 403 })));
    await open(run(stop(1), stop(2)));
    await press(/^Delivered/);
    expect(status()).toContain("This account cannot send it");
    expect(new EventQueue(7).events()).toHaveLength(1);
  });

  it("shows the unsent events of another run", async () => {
    new EventQueue(6).add([{ key: "a", outcome: "undo", serving: 1 }]);
    respond = offline;
    await open(run(stop(1)));
    expect(status()).toContain("1 of another run not sent yet.");
  });

  it("syncs when the network is back", async () => {
    respond = offline;
    await open(run(stop(1), stop(2)));
    await press(/^Delivered/);
    respond = respondWith({ state: "delivered", uncounted: "" });
    await act(async () => {
      window.dispatchEvent(new Event("online"));
    });
    expect(new EventQueue(7).events()).toEqual([]);
    expect(currentStop()).toBe("Guest 2");
  });

  it("shows why an event was rejected, and the box unchanged", async () => {
    respond = respondWith({ state: "forfeited", uncounted: "The desk had moved this box to another day." });
    await open(run(stop(1)));
    await press(/^Delivered/);
    expect(status()).toContain("The desk had moved this box to another day. Call the desk.");
    expect(currentStop()).toBe("Guest 1");
  });

  it("shows a notice after a reload until it is dismissed", async () => {
    respond = respondWith({ refused: "This tap cannot be read." });
    await open(run(stop(1)));
    await press(/^Delivered/);
    await open(run(stop(1)));
    expect(status()).toContain("OT-0000001: This tap cannot be read. Call the desk.");
    await press("OK");
    await open(run(stop(1)));
    expect(status()).toBe("");
  });

  it("shows that the run no longer belongs to the account", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    await open(run(stop(1)));
    expect(status()).toContain("given to someone else, or its day is over");
  });

  it("shows a rejected event only to the account that recorded it", async () => {
    respond = respondWith({ refused: "This tap cannot be read." });
    await open(run(stop(1)));
    await press(/^Delivered/);
    for (const [account, expected] of [
      ["sita", ""],
      ["ravi", "OT-0000001: This tap cannot be read. Call the desk.OK"],
    ] as const) {
      await open({ ...run(stop(1)), account });
      expect(status()).toBe(expected);
    }
  });

  it("rejects a payment of zero", async () => {
    await collect();
    const field = screen.getByLabelText<HTMLInputElement>(/^Amount for/);
    fireEvent.change(field, { target: { value: "0" } });
    expect(field.validity.valid).toBe(false);
  });

  it("keeps accepted events when an older response arrives later", async () => {
    let speak = (_: Response) => {};
    respond = respondWith({ state: "delivered" }, { asOf: 3000 });
    vi.stubGlobal("fetch", (_: string, request?: { body?: string }) =>
      request?.body ? respond(request.body) : new Promise<Response>((resolve) => (speak = resolve)),
    );
    await open(run(stop(1), stop(2)));
    const first = speak;
    await press(/^Delivered/);
    await act(async () => first(Response.json({ ...run(stop(1), stop(2)), asOf: 2000 })));
    expect(currentStop()).toBe("Guest 2");
    await act(async () => speak(Response.json({ ...run(stop(3)), asOf: 4000 })));
    expect(currentStop()).toBe("Guest 3");
  });

  it("shows a take-over request with a link to decide it", async () => {
    await open({ ...run(stop(1)), takeOvers: 1 });
    expect(status()).toContain("Another rider wants to take over this run.");
    expect(screen.getByRole("link", { name: "Accept or decline" }).getAttribute("href")).toBe(
      "/backoffice/runs/mine/",
    );
  });

  it("syncs when the phone's storage never responds", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("caches", { has: () => new Promise(() => undefined) });
    await open(run(stop(1)));
    await press(/^Delivered/);
    expect(new EventQueue(7).events()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(new EventQueue(7).events()).toHaveLength(0);
    vi.useRealTimers();
  });

  it("stores nothing after a log-out in another tab", async () => {
    const opened = vi.fn();
    vi.stubGlobal("caches", { has: () => Promise.resolve(false), open: opened });
    await open(run(stop(1)));
    await press(/^Delivered/);
    expect(new EventQueue(7).events()).toHaveLength(0);
    expect(opened).not.toHaveBeenCalled();
  });

  it("records the time of a payment", async () => {
    respond = offline;
    await collect("Cash received");
    expect(new EventQueue(7).events()).toMatchObject([{ outcome: "cash", at: expect.stringMatching(/Z$/) }]);
  });

  it("asks for the reason of a failed delivery, and undoes it", async () => {
    await open(run(stop(1)));
    await press(/^Not delivered…/);
    await press("Nobody at home");
    expect(screen.getByText("Nobody at home")).toBeTruthy();
    await press(/^Undo/);
    expect(currentStop()).toBe("Guest 1");
  });

  it("requires a text for any other reason", async () => {
    await open(run(stop(1)));
    await press(/^Not delivered…/);
    await press("Something else…");
    fireEvent.change(screen.getByLabelText("Details"), { target: { value: "Dog" } });
    await press("Not delivered");
    expect(screen.getByText("Dog")).toBeTruthy();
  });

  it("records cash", async () => {
    await collect("Cash received");
    expect(screen.queryByRole("button", { name: /^Collect/ })).toBeNull();
  });

  it.each([
    ["Rs. 850/-", 85_000],
    ["450.50", 45_050],
  ])("reads %s as it was meant", async (typed, paise) => {
    respond = offline;
    await collect();
    fireEvent.change(screen.getByLabelText(/^Amount for/), { target: { value: typed } });
    await press("Cash received");
    expect(new EventQueue(7).events()).toMatchObject([{ outcome: "cash", paise }]);
  });

  it.each(["1,1", "0", "five", ""])("records nothing for %j", async (typed) => {
    respond = offline;
    await collect();
    fireEvent.change(screen.getByLabelText(/^Amount for/), { target: { value: typed } });
    await press("Cash received");
    expect(new EventQueue(7).events()).toEqual([]);
  });

  it("shows at the stop what was received and how", async () => {
    const debts = [["OT-0000001", 50_000]] as const;
    await open(run(stop(1, { debts, received: [[20_000, "upi"]] }), stop(2)));
    await press(/^Collect ₹500/);
    fireEvent.change(screen.getByLabelText(/^Amount for/), { target: { value: "450" } });
    await press("Cash received");
    expect(screen.getByText("₹450 received in cash")).toBeTruthy();
    expect(screen.getByText("₹200 received by UPI")).toBeTruthy();
    await press(/Guest 2/);
    expect(screen.queryByText("₹450 received in cash")).toBeNull();
  });

  it("records UPI", async () => {
    respond = offline;
    await collect("UPI received");
    expect(new EventQueue(7).events()).toMatchObject([{ outcome: "cash", method: "upi", paise: 50_000 }]);
  });

  it("shows what was typed where no number is clear", async () => {
    await open(run(stop(1, { caller: "", phone: "98400 1234, ask for Ravi" })));
    expect(screen.getByText("Phone: 98400 1234, ask for Ravi")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Call/ })).toBeNull();
  });

  it("asks once more for an amount far beyond the due, and keeps what was typed", async () => {
    await collect();
    const type = (value: string) =>
      fireEvent.change(screen.getByLabelText(/^Amount for/), { target: { value } });
    type("5000");
    await press("Cash received");
    expect(screen.getByRole("group", { name: "₹5,000 for a due of ₹500?" })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("₹5,000 for a due of ₹500?");
    expect(new EventQueue(7).events()).toEqual([]);
    await press("Change the amount");
    expect(screen.getByLabelText<HTMLInputElement>(/^Amount for/).value).toBe("5000");
    respond = offline;
    await press("UPI received");
    await press("Yes, ₹5,000 by UPI");
    expect(new EventQueue(7).events()).toMatchObject([{ outcome: "cash", method: "upi", paise: 500_000 }]);
  });

  it("does not ask for an amount of up to twice the due", async () => {
    respond = offline;
    await collect();
    fireEvent.change(screen.getByLabelText(/^Amount for/), { target: { value: "1000" } });
    await press("Cash received");
    expect(new EventQueue(7).events()).toMatchObject([{ paise: 100_000 }]);
  });

  it("shows a notice when a payment exceeds the amount due", async () => {
    const notice = "₹200 more than is due for OT-A. It is recorded.";
    respond = respondWith({ state: "cash", uncounted: "", notice });
    await collect("Cash received");
    expect(status()).toContain("It is recorded. Call the desk.");
    expect(screen.queryByRole("button", { name: /^Collect/ })).toBeNull();
  });

  it("lets the rider go to another stop first", async () => {
    await open(run(stop(1), stop(2), stop(3)));
    await press(/Guest 3/);
    expect(currentStop()).toBe("Guest 3");
  });

  it("ends with the last stop", async () => {
    const ran = run(stop(1));
    await open(ran);
    await press(/^Delivered/);
    expect(screen.getByRole("heading", { name: "All done" })).toBeTruthy();
    expect(ran.stops.map(stateOf)).toEqual(["open"]); // the server's state is unchanged
  });

  it("names the colleagues whose events are unsent on a shared phone", async () => {
    const [event] = recordOutcome(stop(1), "delivered");
    new EventQueue(7).add(event ? [{ ...event, by: "sita" }] : []);
    await open(run(stop(1), stop(2)));
    expect(status()).toContain("Taps by sita are not sent yet.");
  });
});
