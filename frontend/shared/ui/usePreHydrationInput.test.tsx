import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { SelectField } from "./SelectField";
import { TextArea } from "./TextArea";
import { TextField } from "./TextField";

afterEach(() => document.body.replaceChildren());

function Form() {
  const [values, setValues] = useState({ name: "", type: "", message: "" });
  const change = (name: string) => (value: string) => setValues((now) => ({ ...now, [name]: value }));
  return (
    <>
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
      <output>{JSON.stringify(values)}</output>
    </>
  );
}

test("input typed before hydration is kept", async () => {
  const page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = renderToString(<Form />);
  for (const [label, value] of [
    ["Name", "Meena"],
    ["Type", "party"],
    ["Message", "Hello"],
  ] as const) {
    screen.getByLabelText<HTMLInputElement>(label).value = value;
  }
  const root = await act(async () => hydrateRoot(page, <Form />));
  expect(JSON.parse(screen.getByRole("status").textContent)).toEqual({
    name: "Meena",
    type: "party",
    message: "Hello",
  });
  act(() => root.unmount());
});
