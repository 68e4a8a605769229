import { cleanup, configure } from "@testing-library/react";
import type { DetachedWindowAPI } from "happy-dom";
import { afterEach, beforeEach, expect, vi } from "vitest";

/** The limit of a wait, in ms: far more than any needs, also on a slow and busy machine. */
configure({ asyncUtilTimeout: 60_000 });

/** No test reaches the network: the map's frame gets an empty page. */
const { settings } = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM;
settings.disableIframePageLoading = false;
settings.enableIframePageLoading = true;
settings.fetch.interceptor = { beforeAsyncRequest: async ({ window }) => new window.Response("") };

/** Console noise fails the test that made it; a test that expects noise spies on the method itself. */
const noise: string[] = [];

beforeEach(() => {
  noise.length = 0;
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      noise.push(`console.${method}: ${parts.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  cleanup();
  expect(noise).toEqual([]);
});
