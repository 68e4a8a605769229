import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DishPicture } from "./DishPicture";

afterEach(() => vi.unstubAllEnvs());

test("a dish is shown by its picture", () => {
  vi.stubEnv("SSR", false);
  const { container } = render(<DishPicture image="acai-bowl" sizes="4rem" className="thumb" />);
  expect(container.querySelector("img")?.className).toContain("thumb");
});

test("an unknown key from another release reserves the picture's space", () => {
  vi.stubEnv("SSR", false);
  const { container } = render(<DishPicture image="no-such-dish" sizes="4rem" className="thumb" />);
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector("span")?.className).toContain("thumb");
});

test("while pages are prerendered, a key without a picture stops the build", () => {
  vi.stubEnv("SSR", true);
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => render(<DishPicture image="no-such-dish" sizes="4rem" />)).toThrow(
    "There is no picture no-such-dish",
  );
});
