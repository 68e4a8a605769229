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

test("a timer runs once when its time is over", () => {
  startPausableTimer(run, 3000);
  pass(2999);
  expect(run).not.toHaveBeenCalled();
  pass(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a held timer stops and continues with the remaining time", () => {
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

test("a timer held for two reasons continues when both are released", () => {
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

test("a cancelled timer never runs, even when it is released later", () => {
  const timer = startPausableTimer(run, 3000);
  timer.hold("focus");
  timer.cancel();
  timer.release("focus");
  pass(10_000);
  expect(run).not.toHaveBeenCalled();
});
