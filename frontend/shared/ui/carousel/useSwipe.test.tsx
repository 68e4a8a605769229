import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useSwipe } from "./Carousel";

const WIDTH = 400;
const SLOW = 10_000; // milliseconds, so that only the distance counts
const START = 1000;
const onNext = vi.fn();
const onPrevious = vi.fn();

function Slides() {
  return <div data-testid="slides" {...useSwipe({ onNext, onPrevious })} />;
}

beforeEach(() => {
  vi.clearAllMocks();
  render(<Slides />);
  const slides = screen.getByTestId("slides");
  Object.defineProperty(slides, "clientWidth", { value: WIDTH });
  slides.setPointerCapture = vi.fn();
});

interface Touch {
  readonly x: number;
  readonly at?: number;
  readonly finger?: number;
}

function touch(kind: "pointerDown" | "pointerMove" | "pointerUp", { x, at = START, finger = 1 }: Touch) {
  const slides = screen.getByTestId("slides");
  const init = { clientX: x, pointerId: finger, pointerType: "touch", isPrimary: finger === 1 };
  const event = createEvent[kind](slides, init);
  Object.defineProperty(event, "timeStamp", { value: at });
  fireEvent(slides, event);
}

function swipe(by: number, inMs: number) {
  touch("pointerDown", { x: 200 });
  touch("pointerMove", { x: 200 + by });
  touch("pointerUp", { x: 200 + by, at: START + inMs });
}

const dragged = () => screen.getByTestId("slides").style.getPropertyValue("--drag");

test.each([
  ["a slow swipe over more than a quarter of the width", -101, SLOW, 1],
  ["a slow swipe over a quarter and no more", -100, SLOW, 0],
  ["a flick of more than half a pixel a millisecond", -51, 100, 1],
  ["a short swipe that is no quicker", -50, 100, 0],
])("%s", (_, by, inMs, turned) => {
  swipe(by, inMs);
  expect(onNext).toHaveBeenCalledTimes(turned);
  expect(onPrevious).not.toHaveBeenCalled();
});

test("a swipe to the right leads back", () => {
  swipe(101, SLOW);
  expect(onPrevious).toHaveBeenCalledOnce();
  expect(onNext).not.toHaveBeenCalled();
});

test("a tap that moves slightly is no swipe", () => {
  touch("pointerDown", { x: 200 });
  touch("pointerMove", { x: 193 });
  expect(dragged()).toBe("");
  touch("pointerUp", { x: 193, at: START + 1 });
  expect(onNext).not.toHaveBeenCalled();
});

test("a second finger neither begins, moves nor ends a swipe", () => {
  touch("pointerDown", { x: 200 });
  touch("pointerMove", { x: 150 });
  touch("pointerDown", { x: 300, finger: 2 });
  touch("pointerMove", { x: 20, finger: 2 });
  expect(dragged()).toBe("-50px");
  touch("pointerUp", { x: 20, at: START + SLOW, finger: 2 });
  expect(dragged()).toBe("-50px");
  expect(onNext).not.toHaveBeenCalled();
  touch("pointerMove", { x: 90 });
  touch("pointerUp", { x: 90, at: START + SLOW });
  expect(onNext).toHaveBeenCalledOnce();
});
