import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTimeout } from "./useTimeout";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("the callback runs after its milliseconds and not before", () => {
  const run = vi.fn();
  const { result } = renderHook(useTimeout);
  result.current(run, 2000);
  vi.advanceTimersByTime(1999);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a newer timeout replaces the older one", () => {
  const [older, newer] = [vi.fn(), vi.fn()];
  const { result } = renderHook(useTimeout);
  result.current(older, 1000);
  result.current(newer, 1000);
  vi.runAllTimers();
  expect(older).not.toHaveBeenCalled();
  expect(newer).toHaveBeenCalledTimes(1);
});

test("leaving the page cancels the timeout and prevents new ones", () => {
  const run = vi.fn();
  const { result, unmount } = renderHook(useTimeout);
  result.current(run, 1000);
  unmount();
  result.current(run, 1000);
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
});

test("the callback does not run while another page is loading", () => {
  const run = vi.fn();
  const { result } = renderHook(useTimeout);
  result.current(run, 1000);
  window.history.pushState(null, "", "/elsewhere");
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
});
