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

/** Holds back the next frame; the returned function paints it. */
function holdFrame(): () => void {
  let paint = () => {};
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => {
    paint = () => {
      run(performance.now());
      pass(0);
    };
    return 0;
  });
  return () => paint();
}

test("the time counts from the frame that shows the message, however late it is", () => {
  const paint = holdFrame();
  startPausableTimer(run, 3000);
  pass(90);
  paint();
  pass(2999);
  expect(run).not.toHaveBeenCalled();
  pass(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a message that is held when it is painted late has its whole time afterwards", () => {
  const paint = holdFrame();
  const timer = startPausableTimer(run, 3000);
  timer.hold("focus");
  pass(90);
  paint();
  timer.release("focus");
  pass(2999);
  expect(run).not.toHaveBeenCalled();
  pass(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a page without frames, as in a hidden tab, runs the timer all the same, and once", () => {
  const paint = holdFrame();
  startPausableTimer(run, 3000);
  pass(3000);
  expect(run).toHaveBeenCalledTimes(1);
  paint();
  pass(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a timer that is cancelled before its message is painted never runs", () => {
  const paint = holdFrame();
  startPausableTimer(run, 3000).cancel();
  pass(90);
  paint();
  pass(10_000);
  expect(run).not.toHaveBeenCalled();
});
