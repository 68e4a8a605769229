import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ArrivedByLink, DeferredContent } from "./DeferredContent";

afterEach(() => vi.unstubAllGlobals());

/** Stands in for the browser, which tells of a place once it has drawn it. */
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

test("a page that was loaded or returned to is whole at once", () => {
  render(rest);
  expect(screen.getByText("the rest")).toBeTruthy();
});

test("who comes by a link gets the rest once the beginning has been drawn", () => {
  const drawn = heldDrawing();
  const { container } = render(<ArrivedByLink value={true}>{rest}</ArrivedByLink>);
  expect(container.textContent).toBe("");
  drawn();
  expect(container.textContent).toBe("the rest");
});

test("what is here stays, whichever way the visitor moves on", () => {
  const { container, rerender } = render(<ArrivedByLink value={false}>{rest}</ArrivedByLink>);
  rerender(<ArrivedByLink value={true}>{rest}</ArrivedByLink>);
  expect(container.textContent).toBe("the rest");
});
