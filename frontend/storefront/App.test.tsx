import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Link, MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { trackInterruption } from "~/shared/http/interrupted";
import type { Page, RouteEntry } from "~/storefront/routes/table";
import { addReceipt, dismissReceipts } from "~/storefront/state/receipt/store";
import { App } from "./App";

/** Screens whose code loads when the test resolves it. */
const next = vi.hoisted(() => {
  let arrive: (page: Page) => void = () => undefined;
  const page = new Promise<Page>((resolve) => {
    arrive = resolve;
  });
  return { page, arrive };
});

vi.mock("~/storefront/routes/table", () => {
  const entry = (path: string, title: string, page: RouteEntry["page"]): RouteEntry => ({
    path,
    title,
    page,
  });
  const page = (screen: Page["default"]): Page => ({ default: screen, description: "A screen." });
  const First = () => (
    <>
      <h1>First</h1>
      <Link to="/second">On</Link>
      <Link to="/broken">Into the wall</Link>
    </>
  );
  const Broken = () => {
    throw new Error("drawn wrong");
  };
  return {
    routeTable: [
      entry("/first", "First", async () => page(First)),
      entry("/second", "Second", () => next.page),
      entry("/broken", "Broken", async () => page(Broken)),
    ],
  };
});

const Second = () => <h1>Second</h1>;

async function openAt(path: string) {
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <App />
      </MemoryRouter>,
    );
  });
}

const announced = () => document.querySelector("body > div > p[aria-live='polite']:last-child")?.textContent;

beforeEach(() => {
  dismissReceipts();
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
});

test("the previous screen stays while the next one loads; then the window jumps to its top", {
  tags: "spec:2.1",
}, async () => {
  await openAt("/first");
  await act(async () => fireEvent.click(screen.getByRole("link", { name: "On" })));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("First");
  expect(window.scrollTo).not.toHaveBeenCalled();

  await act(async () => next.arrive({ default: Second, description: "A screen." }));
  const heading = screen.getByRole("heading", { level: 1 });
  expect(heading.textContent).toBe("Second");
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, left: 0, behavior: "instant" });
  expect(document.activeElement).toBe(heading);
  await waitFor(() => expect(document.title).toMatch(/^Second/));
  expect(announced()).toBe(document.title);
});

test("at the first load nothing is scrolled, focused or announced", async () => {
  await openAt("/first");
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
  expect(announced()).toBe("");
});

test("the browser's own scroll restoration is off", async () => {
  window.history.scrollRestoration = "auto";
  await openAt("/first");
  expect(window.history.scrollRestoration).toBe("manual");
});

test("header and footer are hidden where the specification hides them", async () => {
  await openAt("/JusFriez");
  expect(screen.queryByRole("banner")).toBeNull();
  expect(screen.queryByRole("contentinfo")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Nothing on this plate");
});

test("any other unknown path keeps header and footer", async () => {
  await openAt("/platter");
  expect(screen.getByRole("banner")).toBeDefined();
  expect(screen.getByRole("contentinfo")).toBeDefined();
});

test("a screen that fails to render shows the error screen with a Reload button", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await openAt("/broken");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This page did not load");
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
  expect(screen.getByRole("banner")).toBeDefined();
});

const order = { title: "Veg Meal Order", next: "order" as const, facts: [] };
const accepted = Promise.resolve({ reference: "OT-7K2M9QX", statusPath: "/status/abc" });
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const failure = () => document.querySelector("main [role=alert]") as Element;

function expectReceived(): void {
  expect(heading()).toBe("Your order was received");
  const alert = failure();
  expect(alert.textContent).toContain("Veg Meal Order OT-7K2M9QX");
  const links = [...alert.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/status/abc", import.meta.env.BASE_URL]);
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
}

test("a screen that fails after something was sent says so, and does not ask to reload", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  addReceipt(order, accepted);
  await openAt("/broken");
  expectReceived();
});

test("a screen that fails while something is being sent says so, and then that it was received", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stop = trackInterruption();
  await openAt("/broken");
  expect(heading()).toBe("Still sending…");
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
  await act(async () => {
    addReceipt(order, accepted);
    stop(true);
  });
  expectReceived();
});

test("a screen that fails while something is being sent in vain says how to go on", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stop = trackInterruption();
  await openAt("/broken");
  await act(async () => stop(false));
  expect(heading()).toBe("This page did not load");
  expect(failure().textContent).toContain("If no email from us arrives, please send it again.");
});

test("a receipt of an hour ago does not stand in for a screen that fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["Date"] });
  addReceipt(order, accepted);
  vi.setSystemTime(Date.now() + 60 * 60 * 1000);
  await openAt("/broken");
  expect(heading()).toBe("This page did not load");
  vi.useRealTimers();
});
