import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSettled } from "./useSettled";

test("it is false in the first rendering and true from the next one on", () => {
  const seen: boolean[] = [];
  function Probe() {
    seen.push(useSettled());
    return null;
  }
  render(<Probe />);
  expect(seen).toEqual([false, true]);
});
