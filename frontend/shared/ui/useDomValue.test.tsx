import { act, fireEvent, render, screen } from "@testing-library/react";
import { type FormEvent, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { Checkbox, CheckboxGroup } from "./Checkbox";
import { SelectField, TextArea, TextField } from "./Field";

afterEach(() => document.body.replaceChildren());

const EMPTY = { name: "", type: "", message: "", lunch: false, dinner: false };
const FILLED = { name: "Meena", type: "party", message: "Hello", lunch: true, dinner: true };
const sent: (typeof EMPTY)[] = [];

function Form() {
  const [values, setValues] = useState(EMPTY);
  const change = (name: string) => (value: string | boolean) =>
    setValues((now) => ({ ...now, [name]: value }));
  function submit(event: FormEvent): void {
    event.preventDefault();
    sent.push(values);
  }
  return (
    <form onSubmit={submit}>
      <TextField label="Name" name="name" value={values.name} onChange={change("name")} />
      <SelectField
        label="Type"
        name="type"
        value={values.type}
        onChange={change("type")}
        placeholder="Select"
        options={[{ label: "Party", value: "party" }]}
      />
      <TextArea label="Message" name="message" value={values.message} onChange={change("message")} />
      <CheckboxGroup legend="Meals">
        <Checkbox label="Lunch" checked={values.lunch} onChange={change("lunch")} />
        <Checkbox label="Dinner" checked={values.dinner} onChange={change("dinner")} />
      </CheckboxGroup>
      <output>{JSON.stringify(values)}</output>
      <button type="submit">Send</button>
      <button type="button" onClick={() => setValues(EMPTY)}>
        Clear
      </button>
    </form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const state = () => JSON.parse(screen.getByRole("status").textContent);
const shown = () => ({
  name: field("Name").value,
  type: field("Type").value,
  message: field("Message").value,
  lunch: field("Lunch").checked,
  dinner: field("Dinner").checked,
});
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function fillTexts(): void {
  field("Name").value = FILLED.name;
  field("Type").value = FILLED.type;
  field("Message").value = FILLED.message;
}

/** As a password manager may: without an event. */
function fillSilently(): void {
  fillTexts();
  field("Lunch").checked = true;
  field("Dinner").checked = true;
}

test("input typed before hydration is kept", async () => {
  const page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = renderToString(<Form />);
  fillTexts();
  const root = await act(async () => hydrateRoot(page, <Form />));
  expect(state()).toEqual({ ...FILLED, lunch: false, dinner: false });
  act(() => root.unmount());
});

test("values set without an event are sent", () => {
  sent.length = 0;
  render(<Form />);
  fillSilently();
  press("Send");
  expect(sent).toEqual([FILLED]);
});

test("values set without an event stay when another field changes", () => {
  render(<Form />);
  fillSilently();
  fireEvent.input(field("Name"), { target: { value: "Asha" } });
  expect(state()).toEqual({ ...FILLED, name: "Asha" });
  expect(shown()).toEqual(state());
});

test.each(["input", "change"])("a value set before its %s event is read", (type) => {
  render(<Form />);
  field("Name").value = "Meena";
  act(() => void field("Name").dispatchEvent(new Event(type, { bubbles: true })));
  expect(state().name).toBe("Meena");
});

test("a state that changes by itself is shown, also after a value set without an event", () => {
  render(<Form />);
  fillSilently();
  press("Clear");
  expect(shown()).toEqual(EMPTY);
});

test("a change that is not accepted is undone", () => {
  render(<Checkbox label="Sold out" checked={false} onChange={() => {}} />);
  fireEvent.click(field("Sold out"));
  expect(field("Sold out").checked).toBe(false);
});
