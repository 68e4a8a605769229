import { fireEvent, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as pages from "./pages";
import { preloadOnIntent } from "./preloadOnIntent";

const paths = () => vi.mocked(pages.preloadPage).mock.calls.map(([route]) => route.path);

beforeEach(() => {
  vi.spyOn(pages, "preloadPage").mockResolvedValue();
  vi.stubGlobal("requestIdleCallback", (task: () => void) => task());
  document.body.innerHTML = `
    <a href="/birthday">Birthday</a> <a href="/family">Family</a> <a href="https://example.com/">Elsewhere</a>
    <a href="/platters" class="below">Platters</a>`;
  for (const link of document.links) {
    const top = link.className === "below" ? window.innerHeight + 100 : 10;
    link.getBoundingClientRect = () => new DOMRect(0, top, 100, 20);
  }
});

beforeAll(preloadOnIntent);

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["pointed at", fireEvent.pointerOver],
  ["focused", fireEvent.focusIn],
  ["touched", fireEvent.touchStart],
])("a link that is %s fetches its screen", (_, meant) => {
  meant(document.links[1] as Element);
  expect(paths()).toEqual(["/family"]);
});

test("the first pointer move fetches only the screens of links in view", async () => {
  expect(paths()).toEqual([]);
  fireEvent.pointerMove(document.body);
  await waitFor(() => expect(paths()).toEqual(["/birthday", "/family"]));
});
