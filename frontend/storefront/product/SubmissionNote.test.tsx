import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SubmissionNote } from "./SubmissionNote";

const STILL_SENDING = "Still sending. Please keep this page open.";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("a reply that takes 5 s is announced until it has come", () => {
  const { rerender } = render(<SubmissionNote sending failure={null} />);
  pass(4999);
  expect(screen.queryByText(STILL_SENDING)).toBeNull();
  pass(1);
  expect(screen.getByText(STILL_SENDING).closest("[aria-live=polite]")).not.toBeNull();
  rerender(<SubmissionNote sending={false} failure={null} />);
  expect(screen.queryByText(STILL_SENDING)).toBeNull();
});

test("each attempt has its own 5 s", () => {
  const { rerender } = render(<SubmissionNote sending failure={null} />);
  pass(4000);
  rerender(<SubmissionNote sending={false} failure="unreachable" />);
  rerender(<SubmissionNote sending failure={null} />);
  pass(4999);
  expect(screen.queryByText(STILL_SENDING)).toBeNull();
});
