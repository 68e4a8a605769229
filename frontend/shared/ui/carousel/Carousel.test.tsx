import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Carousel, type CarouselProps } from "./Carousel";

const BEAT = 3000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(overrides: Partial<CarouselProps> = {}) {
  const slides = ["One", "Two", "Three"].map((label) => ({ label, content: <p>{label}</p> }));
  render(
    <Carousel label="Dishes" slides={slides} infinite autoplayMs={BEAT} controls="below" {...overrides} />,
  );
}

const carousel = () => screen.getByRole("region", { name: "Dishes" });
const shown = () =>
  [...document.querySelectorAll<HTMLElement>("[aria-roledescription=slide]")]
    .filter((slide) => !slide.inert)
    .map((slide) => slide.ariaLabel ?? slide.getAttribute("aria-label"));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const isDisabled = (name: string) =>
  screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function stubMotion(reduced: boolean) {
  const query = { matches: reduced, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => query);
}

test("one slide is shown at a time, and the others cannot be reached", () => {
  show();
  expect(shown()).toEqual(["One"]);
});

test("the next slide comes every 3000 ms, and the first again after the last", () => {
  show();
  pass(BEAT - 1);
  expect(shown()).toEqual(["One"]);
  pass(1);
  expect(shown()).toEqual(["Two"]);
  pass(BEAT);
  expect(shown()).toEqual(["Three"]);
  pass(BEAT);
  expect(shown()).toEqual(["One"]);
});

test("dots and arrows lead to every slide, and the current dot is marked", () => {
  show();
  press("Three");
  expect(shown()).toEqual(["Three"]);
  expect(screen.getByRole("button", { name: "Three" }).getAttribute("aria-current")).toBe("true");
  press("Next slide");
  expect(shown()).toEqual(["One"]);
  press("Previous slide");
  expect(shown()).toEqual(["Three"]);
});

test("a slide chosen by the user stays for a full interval", () => {
  show();
  pass(BEAT - 1);
  press("Two");
  pass(BEAT - 1);
  expect(shown()).toEqual(["Two"]);
});

test("the pause button stops the slides until it is pressed again", () => {
  show();
  press("Pause slides");
  pass(3 * BEAT);
  expect(shown()).toEqual(["One"]);
  press("Play slides");
  pass(BEAT);
  expect(shown()).toEqual(["Two"]);
});

test("the slides wait while a mouse hovers", () => {
  show();
  fireEvent.pointerEnter(carousel(), { pointerType: "mouse" });
  pass(3 * BEAT);
  expect(shown()).toEqual(["One"]);
  fireEvent.pointerLeave(carousel());
  pass(BEAT);
  expect(shown()).toEqual(["Two"]);
});

test("the slides wait while the tab is hidden", () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  show();
  pass(3 * BEAT);
  expect(shown()).toEqual(["One"]);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  pass(BEAT);
  expect(shown()).toEqual(["Two"]);
});

test("autoplay is off for visitors who prefer reduced motion", () => {
  stubMotion(true);
  show();
  pass(3 * BEAT);
  expect(shown()).toEqual(["One"]);
  press("Next slide");
  expect(shown()).toEqual(["Two"]);
});

test("a slide chosen by the user is announced by its name, and automatic slides are not", () => {
  show();
  const live = document.querySelector("[aria-live]");
  pass(BEAT);
  expect(live?.getAttribute("aria-live")).toBe("off");
  expect(live?.textContent).toBe("");
  press("Pause slides");
  expect(live?.getAttribute("aria-live")).toBe("polite");
  press("Next slide");
  expect(live?.textContent).toBe("Three");
  expect(document.querySelectorAll("[aria-live]")).toHaveLength(1);
});

test("a slide's announcement may differ from its label", () => {
  const slides = [1, 2].map((week) => ({
    label: `Week ${week}`,
    announcement: `Week ${week} of 2`,
    content: null,
  }));
  show({ slides, autoplayMs: undefined });
  press("Week 2");
  expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("Week 2 of 2");
});

test("a finite carousel without an interval stays, and ends at its last slide", () => {
  show({ infinite: false, autoplayMs: undefined });
  pass(3 * BEAT);
  expect(shown()).toEqual(["One"]);
  expect(screen.queryByRole("button", { name: "Pause slides" })).toBeNull();
  expect(isDisabled("Previous slide")).toBe(true);
  press("Three");
  expect(isDisabled("Next slide")).toBe(true);
  press("Next slide");
  expect(shown()).toEqual(["Three"]);
});

test("the owner is notified of a slide chosen by the user", () => {
  const onChoose = vi.fn();
  show({ onChoose });
  press("Three");
  pass(BEAT);
  expect(onChoose.mock.calls).toEqual([[2]]);
});

const swipe = (slides: Element, from: number, to: number) => {
  const at = (clientX: number) => ({ pointerId: 1, pointerType: "touch", isPrimary: true, clientX });
  fireEvent.pointerDown(slides, at(from));
  fireEvent.pointerMove(slides, at(to));
  fireEvent.pointerUp(slides, at(to));
};

test.each([
  ["to the left", 200, 60, "Two"],
  ["to the right", 60, 200, "Three"],
  ["by a few pixels, which is a tap", 60, 64, "One"],
])("a swipe %s", (_name, from, to, label) => {
  show();
  const slides = document.querySelector("[aria-roledescription=slide]")?.parentElement;
  if (slides) swipe(slides, from, to);
  expect(shown()).toEqual([label]);
});
