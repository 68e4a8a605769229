import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ArrivedByLink, DeferredContent } from "./DeferredContent";

afterEach(() => vi.unstubAllGlobals());

/** A fake IntersectionObserver, which fires once the placeholder is rendered. */
function heldDrawing(): () => void {
  let tell = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(told: () => void) {
        tell = told;
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => act(() => tell());
}

const rest = <DeferredContent>the rest</DeferredContent>;

test("a loaded or revisited page renders its content immediately", () => {
  render(rest);
  expect(screen.getByText("the rest")).toBeTruthy();
});

test("after a link navigation the content renders once the first frame is drawn", () => {
  const drawn = heldDrawing();
  const { container } = render(<ArrivedByLink value={true}>{rest}</ArrivedByLink>);
  expect(container.textContent).toBe("");
  drawn();
  expect(container.textContent).toBe("the rest");
});

test("rendered content stays on later navigations", () => {
  const { container, rerender } = render(<ArrivedByLink value={false}>{rest}</ArrivedByLink>);
  rerender(<ArrivedByLink value={true}>{rest}</ArrivedByLink>);
  expect(container.textContent).toBe("the rest");
});
