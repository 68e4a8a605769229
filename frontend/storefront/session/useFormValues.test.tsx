import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { type FormCheck, useFormValues } from "./useFormValues";

const EMPTY = { name: "", email: "", note: "" };

function setUp({ browserAgrees = true } = {}) {
  const { result } = renderHook(
    () => useFormValues(EMPTY, { persistAs: null, required: ["name", "email"] }),
    {
      wrapper: ({ children }: { children: ReactNode }) => createElement(MemoryRouter, null, children),
    },
  );
  const form = document.createElement("form");
  const reportValidity = vi.spyOn(form, "reportValidity").mockReturnValue(browserAgrees);
  const type = (name: keyof typeof EMPTY, value: string) =>
    act(() => result.current.field(name).onChange(value));
  function check() {
    let check: FormCheck | undefined;
    act(() => {
      check = result.current.check(form);
    });
    return check;
  }
  return { result, type, check, reportValidity };
}

test("an empty required field is missing, without the browser's validation", () => {
  const { type, check, reportValidity } = setUp();
  type("name", "Asha");
  expect(check()).toBe("missing");
  expect(reportValidity).not.toHaveBeenCalled();
});

test("a required field of blanks is filled, as the browser's own check has it", () => {
  const { type, check } = setUp();
  type("name", "   ");
  type("email", "asha@example.com");
  expect(check()).toBe("complete");
});

test("missing fields are marked after a check until they are filled", () => {
  const { result, type, check } = setUp();
  expect(result.current.field("name").error).toBeUndefined();
  check();
  expect(result.current.field("name").error).toBe("Please fill this in.");
  expect(result.current.field("note").error).toBeUndefined();
  type("name", "Asha");
  expect(result.current.field("name").error).toBeUndefined();
});

test("a check keeps what was typed", () => {
  const { result, type, check } = setUp();
  type("note", "No nuts");
  check();
  expect(result.current.values).toEqual({ name: "", email: "", note: "No nuts" });
});

test.each([
  [true, "complete"],
  [false, "malformed"],
])("when nothing is missing the browser validates formats (%s: %s)", (browserAgrees, expected) => {
  const { type, check } = setUp({ browserAgrees });
  type("name", "Asha");
  type("email", "asha");
  expect(check()).toBe(expected);
});

test("clearing empties every field and removes the marks", () => {
  const { result, type, check } = setUp();
  type("note", "No nuts");
  check();
  act(() => result.current.clear());
  expect(result.current.values).toEqual(EMPTY);
  expect(result.current.field("name").error).toBeUndefined();
});
