import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TrustStrip } from "./TrustStrip";

const KITCHEN = { file: "kitchen-abcdef", widths: [480, 960], height: 720 };
const REVIEW = { quote: "Hot, and on time.", source: "A sample review" };

test("the sample shop has no strip", () => {
  const { container } = render(<TrustStrip />);
  expect(container.innerHTML).toBe("");
});

test("a review stands with its source", () => {
  render(<TrustStrip reviews={[REVIEW]} />);
  expect(screen.getByRole("figure").textContent).toBe("“Hot, and on time.”A sample review");
  expect(screen.queryByRole("img")).toBeNull();
});

test("the kitchen's picture and the FSSAI number stand alone, too", () => {
  const { container, rerender } = render(<TrustStrip kitchen={KITCHEN} />);
  expect(screen.getByRole("img", { name: "Our kitchen" })).toBeDefined();
  expect(container.textContent).toBe("");
  rerender(<TrustStrip legal={{ fssaiLicence: "12345678901234", fssaiKind: "registration" }} />);
  expect(container.textContent).toBe("FSSAI Registration No. 12345678901234");
});
