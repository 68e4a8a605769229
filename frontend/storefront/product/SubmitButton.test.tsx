import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SubmitButton } from "./SubmitButton";

const STILL_SENDING = "Still sending. Please keep this page open.";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const announced = () => document.querySelector("[aria-live=polite]")?.textContent;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("a reply that takes 5 s is announced until it has come", () => {
  const { rerender } = render(<SubmitButton busy>Submitting...</SubmitButton>);
  pass(4999);
  expect(announced()).toBe("");
  pass(1);
  expect(announced()).toBe(STILL_SENDING);
  expect(screen.getByRole("button").textContent).toBe("Submitting...");
  rerender(<SubmitButton>Submit Order</SubmitButton>);
  expect(announced()).toBe("");
});

test("each attempt has its own 5 s", () => {
  const { rerender } = render(<SubmitButton busy>Submitting...</SubmitButton>);
  pass(4000);
  rerender(<SubmitButton>Submit Order</SubmitButton>);
  rerender(<SubmitButton busy>Submitting...</SubmitButton>);
  pass(4999);
  expect(announced()).toBe("");
});
