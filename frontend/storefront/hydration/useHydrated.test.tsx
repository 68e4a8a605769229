import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useHydrated } from "./useHydrated";

function Probe() {
  return <p>{useHydrated() ? "live" : "prerendered"}</p>;
}

test("it is false in prerendered HTML and true in the browser", () => {
  expect(renderToString(<Probe />)).toContain("prerendered");
  render(<Probe />);
  expect(screen.getByText("live")).toBeDefined();
});
