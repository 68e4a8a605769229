import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Doctor } from "./content";
import HealthPlans, { BookingDialog, DoctorList } from "./HealthPlans";

const SAMPLE: Doctor = {
  name: "Dr. Sample Person",
  speciality: "Dietetics",
  registration: "Sample Council 000",
  years: 1,
  languages: "Tamil, English",
  fee: "First call free",
  times: "Mon to Fri, 5 pm to 8 pm",
  photo: { file: "dr-sample-abcdef", widths: [320, 640], height: 640 },
};

const buttons = (name: string) => screen.queryAllByRole("button", { name });

function viewDoctors(plan: number): void {
  const button = buttons("View Doctors")[plan];
  if (button) fireEvent.click(button);
}

const showPlans = () => render(<HealthPlans />, { wrapper: MemoryRouter });

test("three plans stand closed", () => {
  showPlans();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles).toEqual(["Weight Gain", "Weight Loss", "Nutrition"]);
  expect(buttons("View Doctors").length).toBe(3);
  expect(buttons("Book Appointment")).toEqual([]);
});

test("the opened plan shows its description and three doctors, and closes again", () => {
  showPlans();
  viewDoctors(0);
  expect(screen.getByText(/^Bigger plates of millet/)).toBeDefined();
  expect(buttons("Book Appointment").length).toBe(3);
  for (const button of buttons("Hide Doctors")) fireEvent.click(button);
  expect(screen.queryByText(/^Bigger plates of millet/)).toBeNull();
  expect(buttons("View Doctors").length).toBe(3);
});

test("opening one plan closes the other", () => {
  showPlans();
  viewDoctors(0);
  viewDoctors(0); // of the two that are left: Weight Loss
  expect(buttons("Hide Doctors").length).toBe(1);
  expect(screen.getByText(/^Measured portions/)).toBeDefined();
  expect(screen.queryByText(/^Bigger plates of millet/)).toBeNull();
});

test("a doctor's facts stand between the name and the button, behind the photograph", () => {
  const { container } = render(<DoctorList list={[SAMPLE]} onBook={() => {}} />);
  const texts = Array.from(container.querySelectorAll("h3, p, dt, dd, button"), (each) => each.textContent);
  expect(texts).toEqual(
    ["Dr. Sample Person", "Dietetics"].concat(
      ["Registration", "Sample Council 000", "Experience", "1 year", "Languages", "Tamil, English"],
      ["Fee", "First call free", "Times", "Mon to Fri, 5 pm to 8 pm", "Book Appointment"],
    ),
  );
  expect(container.querySelector("img")?.src).toContain("/assets/dr-sample-abcdef-640.webp");
  expect(screen.queryByText("SP")).toBeNull();
});

test("of a doctor of whom only the name is known nothing else is shown", () => {
  const { container } = render(<DoctorList list={[{ name: "Dr. Sample Person" }]} onBook={() => {}} />);
  expect(container.textContent).toBe("SPDr. Sample PersonBook Appointment");
  expect(container.querySelector("dl, img, p")).toBeNull();
});

test("the dialog says fee and times below its title", () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  const { container } = render(<BookingDialog doctor={SAMPLE} onClose={() => {}} />, {
    wrapper: MemoryRouter,
  });
  expect(container.querySelector("h2")?.textContent).toBe("Book Appointment with Dr. Sample Person");
  expect(container.querySelector("h2 + div p")?.textContent).toBe(
    "First call free · Mon to Fri, 5 pm to 8 pm",
  );
});
