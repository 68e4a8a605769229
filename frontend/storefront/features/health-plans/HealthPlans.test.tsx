import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import HealthPlans from "./HealthPlans";

beforeEach(() => {
  render(<HealthPlans />, { wrapper: MemoryRouter });
});

const buttons = (name: string) => screen.queryAllByRole("button", { name });

function viewDoctors(plan: number): void {
  const button = buttons("View Doctors")[plan];
  if (button) fireEvent.click(button);
}

test("three plans stand closed", () => {
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles).toEqual(["Weight Gain", "Weight Loss", "Nutrition"]);
  expect(buttons("View Doctors").length).toBe(3);
  expect(buttons("Book Appointment")).toEqual([]);
});

test("the opened plan shows its description and three doctors, and closes again", () => {
  viewDoctors(0);
  expect(screen.getByText(/^Bigger plates of millet/)).toBeDefined();
  expect(buttons("Book Appointment").length).toBe(3);
  for (const button of buttons("Hide Doctors")) fireEvent.click(button);
  expect(screen.queryByText(/^Bigger plates of millet/)).toBeNull();
  expect(buttons("View Doctors").length).toBe(3);
});

test("opening one plan closes the other", () => {
  viewDoctors(0);
  viewDoctors(0); // of the two that are left: Weight Loss
  expect(buttons("Hide Doctors").length).toBe(1);
  expect(screen.getByText(/^Measured portions/)).toBeDefined();
  expect(screen.queryByText(/^Bigger plates of millet/)).toBeNull();
});
