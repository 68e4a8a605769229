import { screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CheckboxInput } from "~/shared/ui/Checkbox";
import { TextField } from "~/shared/ui/Field";
import { recordEarlyEvents, stopRecording } from "./earlyEvents";
import { useReplayEarlyEvents } from "./useReplayEarlyEvents";

const sent: string[] = [];

function Form() {
  const [selected, setTicked] = useState<readonly string[]>([]);
  const [name, setName] = useState("");
  const toggle = (dish: string) =>
    setTicked((now) => (now.includes(dish) ? now.filter((one) => one !== dish) : [...now, dish]));
  return (
    <>
      {["Idli", "Dosa"].map((dish) => (
        <label key={dish}>
          <CheckboxInput checked={selected.includes(dish)} onChange={() => toggle(dish)} />
          {dish}
        </label>
      ))}
      <form>
        <TextField label="Name" name="name" value={name} onChange={setName} />
      </form>
      <button type="button" onClick={() => sent.push(`${name}: ${selected.join(", ")}`)}>
        Send
      </button>
      <form onSubmit={() => sent.push(`search of ${name}`)}>
        <input type="search" aria-label="Search" />
      </form>
      <a href="#there">There</a>
      <Presses />
    </>
  );
}

let alive: boolean;

function Presses() {
  useReplayEarlyEvents();
  // Later than what the presses wait for.
  useEffect(() => void setTimeout(() => setTimeout(() => (alive = true))), []);
  return null;
}

let root: Root | undefined;

beforeEach(() => {
  // React draws by itself, between one press and the next.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  sent.length = 0;
  alive = false;
  const page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = renderToString(<Form />);
  recordEarlyEvents();
});

afterEach(() => {
  stopRecording();
  root?.unmount();
  document.body.replaceChildren();
});

async function comeAlive(): Promise<void> {
  const page = document.body.firstElementChild as HTMLElement;
  root = hydrateRoot(page, <Form />);
  await waitFor(() => expect(alive).toBe(true));
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("an early click on a button is replayed once, after all earlier input", async () => {
  box("Dosa").click();
  box("Idli").click();
  screen.getByLabelText<HTMLInputElement>("Name").value = "Meena";
  screen.getByRole("button").click();
  expect(sent).toEqual([]);
  await comeAlive();
  expect(sent).toEqual(["Meena: Dosa, Idli"]);
  expect([box("Dosa").checked, box("Idli").checked]).toEqual([true, true]);
});

test("an early Enter in a form without a button is replayed, after all earlier input", async () => {
  const form = screen.getByLabelText("Search").closest("form") as HTMLFormElement;
  const submit = () => new SubmitEvent("submit", { bubbles: true, cancelable: true });
  expect(form.dispatchEvent(submit())).toBe(false);
  screen.getByLabelText<HTMLInputElement>("Name").value = "Meena";
  await comeAlive();
  expect(sent).toEqual(["search of Meena"]);
});

test("a checkbox changed before recording started keeps its state without a flash", async () => {
  stopRecording();
  box("Idli").click();
  const states: boolean[] = [];
  const watching = setInterval(() => states.push(box("Idli").checked));
  await comeAlive();
  clearInterval(watching);
  expect(new Set(states)).toEqual(new Set([true]));
  screen.getByRole("button").click();
  expect(sent).toEqual([": Idli"]);
});

test("a checkbox toggled twice early keeps its last state", async () => {
  box("Idli").click();
  expect(box("Idli").checked).toBe(true);
  box("Idli").click();
  await comeAlive();
  screen.getByRole("button").click();
  expect(sent).toEqual([": "]);
});

test("an early click on an internal link waits for the code until a timeout", async () => {
  vi.useFakeTimers();
  const loaded = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const link = screen.getByRole<HTMLAnchorElement>("link");
  link.href = "/order/birthday";
  expect(link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))).toBe(false);
  expect(
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true })),
  ).toBe(true);
  vi.advanceTimersByTime(999);
  expect(loaded).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(loaded).toHaveBeenCalledWith(link.href);
  vi.useRealTimers();
});

test("links within the page work immediately", () => {
  const link = screen.getByRole("link");
  expect(link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))).toBe(true);
});

test("events after hydration are not recorded", async () => {
  await comeAlive();
  screen.getByRole("button").click();
  expect(sent).toEqual([": "]);
});

test("a page that is shown has its checkboxes as rendered, and before hydration as ticked", async () => {
  box("Idli").click();
  dispatchEvent(new Event("pageshow"));
  await comeAlive();
  expect([box("Idli").checked, box("Dosa").checked]).toEqual([true, false]);
  dispatchEvent(new Event("pageshow"));
  box("Idli").checked = false;
  box("Dosa").checked = true;
  await vi.waitFor(() => expect([box("Idli").checked, box("Dosa").checked]).toEqual([true, false]));
});
