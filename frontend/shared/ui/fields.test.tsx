import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";
import { Checkbox, CheckboxGroup } from "./Checkbox";
import { SelectField, TextArea, TextField } from "./Field";

test("a text field reports what is typed", () => {
  const onChange = vi.fn();
  render(<TextField label="First Name" name="name" value="" onChange={onChange} required />);
  const input = screen.getByLabelText<HTMLInputElement>("First Name");
  fireEvent.change(input, { target: { value: "Meena" } });
  expect(onChange).toHaveBeenCalledExactlyOnceWith("Meena");
  expect(input.required).toBe(true);
  expect(input.getAttribute("aria-invalid")).toBeNull();
});

test("hint and error are tied to the field, and an error marks it invalid", () => {
  render(
    <TextField
      label="Days"
      name="date"
      value="5"
      onChange={vi.fn()}
      hint="6 to 40"
      error="Minimum 6 days required."
    />,
  );
  const input = screen.getByLabelText("Days");
  const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "6 to 40",
    "Minimum 6 days required.",
  ]);
  expect(input.getAttribute("aria-invalid")).toBe("true");
});

test("an optional field says so in its label", () => {
  render(<TextArea label="Message" name="message" value="" onChange={vi.fn()} optionalMark />);
  expect(screen.getByLabelText("Message (optional)").tagName).toBe("TEXTAREA");
});

test("a select's placeholder cannot be chosen", () => {
  const onChange = vi.fn();
  const options = [{ label: "3 Month - Quarterly", value: "3 Month" }];
  render(
    <SelectField
      label="Plan"
      name="plan"
      value=""
      onChange={onChange}
      options={options}
      placeholder="-- Select --"
    />,
  );
  expect(screen.getByRole<HTMLOptionElement>("option", { name: "-- Select --" }).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Plan"), { target: { value: "3 Month" } });
  expect(onChange).toHaveBeenCalledExactlyOnceWith("3 Month");
});

test("a checkbox reports its new state and can stand half-way", () => {
  const onChange = vi.fn();
  render(<Checkbox label="Lunch" checked={false} onChange={onChange} indeterminate />);
  const box = screen.getByLabelText<HTMLInputElement>("Lunch");
  expect(box.indeterminate).toBe(true);
  fireEvent.click(box);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

test("a group's error describes the whole group", () => {
  render(
    <CheckboxGroup legend="Meal Section" error="Please select at least one Meal Section.">
      <Checkbox label="Dinner" checked={false} onChange={vi.fn()} />
    </CheckboxGroup>,
  );
  const group = screen.getByRole("group", { name: "Meal Section" });
  const described = document.getElementById(group.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Please select at least one Meal Section.");
});

test("a busy button cannot be pressed again", () => {
  const onClick = vi.fn();
  render(
    <Button busy onClick={onClick}>
      Submitting...
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Submitting..." });
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(button.disabled).toBe(true);
  expect(button.type).toBe("button");
});
