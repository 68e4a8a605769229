import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { useRootAttribute } from "./useRootAttribute";

const marked = () => document.documentElement.hasAttribute("data-dialog");

function Marking({ on }: { on: boolean }) {
  useRootAttribute("data-dialog", on);
  return null;
}

test("the attribute is set while any component requests it, until it unmounts", () => {
  const one = render(<Marking on={false} />);
  expect(marked()).toBe(false);
  one.rerender(<Marking on />);
  const other = render(<Marking on />);
  one.rerender(<Marking on={false} />);
  expect(marked()).toBe(true);
  other.unmount();
  expect(marked()).toBe(false);
});
