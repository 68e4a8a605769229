import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startPausableTimer } from "./pausableTimer";

const run = vi.fn();
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

beforeEach(() => {
  run.mockReset();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("it runs once, when its time is over", () => {
  startPausableTimer(run, 3000);
  pass(2999);
  expect(run).not.toHaveBeenCalled();
  pass(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test("while it is held no time passes, and what was left goes on afterwards", () => {
  const timer = startPausableTimer(run, 3000);
  pass(1000);
  timer.hold("pointer");
  pass(60_000);
  timer.release("pointer");
  pass(1999);
  expect(run).not.toHaveBeenCalled();
  pass(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test("held for two reasons it goes on when both are gone", () => {
  const timer = startPausableTimer(run, 3000);
  timer.hold("pointer");
  timer.hold("focus");
  pass(5000);
  timer.release("pointer");
  pass(5000);
  expect(run).not.toHaveBeenCalled();
  timer.release("focus");
  pass(3000);
  expect(run).toHaveBeenCalledTimes(1);
});

test("cancelled it never runs, not even when it is released later", () => {
  const timer = startPausableTimer(run, 3000);
  timer.hold("focus");
  timer.cancel();
  timer.release("focus");
  pass(10_000);
  expect(run).not.toHaveBeenCalled();
});
