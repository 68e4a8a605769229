import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PopupHost } from "./Notifications";
import { dismissPopup, showPopup } from "./notifier";

beforeEach(() => {
  vi.useFakeTimers();
  render(<PopupHost />);
});

afterEach(() => {
  act(dismissPopup);
  vi.useRealTimers();
});

const show = (message: Parameters<typeof showPopup>[0]) => act(() => showPopup(message));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("both live regions are present and empty from the start", () => {
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("a success is a status, an error is an alert", () => {
  show({ kind: "success", text: "Done." });
  expect(screen.getByRole("status").textContent).toBe("Done.");
  show({ kind: "error", text: "Failed." });
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.getByRole("alert").textContent).toBe("Failed.");
});

test("a popup hides after 3 s", () => {
  show({ kind: "success", text: "Done." });
  wait(2999);
  expect(screen.queryByText("Done.")).not.toBeNull();
  wait(1);
  expect(screen.queryByText("Done.")).toBeNull();
});

test("a newer message replaces an older one and its timer", () => {
  show({ kind: "error", text: "First." });
  wait(2000);
  show({ kind: "error", text: "Second." });
  expect(screen.queryByText("First.")).toBeNull();
  wait(2999);
  expect(screen.queryByText("Second.")).not.toBeNull();
  wait(1);
  expect(screen.queryByText("Second.")).toBeNull();
});

test.each([
  ["touched", "pointerDown", "pointerLeave"],
  ["focused", "focus", "blur"],
] as const)("while it is %s its time stands still, and goes on afterwards", (_how, comes, goes) => {
  show({ kind: "error", text: "Failed." });
  wait(1000);
  const close = screen.getByRole("button", { name: "Dismiss message" });
  fireEvent[comes](comes === "focus" ? close : screen.getByText("Failed."));
  wait(60_000);
  expect(screen.queryByText("Failed.")).not.toBeNull();
  fireEvent[goes](comes === "focus" ? close : screen.getByText("Failed."));
  wait(1999);
  expect(screen.queryByText("Failed.")).not.toBeNull();
  wait(1);
  expect(screen.queryByText("Failed.")).toBeNull();
});

test.each([
  ["moves over it", 3, true],
  ["rests where it came up", 0, false],
])("a pointer that %s", (_how, movementX, holds) => {
  show({ kind: "error", text: "Failed." });
  const move = new MouseEvent("pointermove", { bubbles: true });
  Object.defineProperties(move, { movementX: { value: movementX }, movementY: { value: 0 } });
  fireEvent(screen.getByText("Failed."), move);
  wait(3000);
  expect(screen.queryByText("Failed.") !== null).toBe(holds);
});

test("a message that replaces a held one has its own timer", () => {
  show({ kind: "error", text: "First." });
  fireEvent.focus(screen.getByRole("button", { name: "Dismiss message" }));
  show({ kind: "error", text: "Second." });
  wait(3000);
  expect(screen.queryByText("Second.")).toBeNull();
});

test("it can be dismissed", () => {
  show({ kind: "error", text: "Failed.", durationMs: 10_000 });
  fireEvent.click(screen.getByRole("button", { name: "Dismiss message" }));
  expect(screen.queryByText("Failed.")).toBeNull();
});
