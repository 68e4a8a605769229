import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FormMessageText, useFormMessage } from "./FormMessage";

const FIRST: FormMessageText = { kind: "error", text: "first" };
const SECOND: FormMessageText = { kind: "success", text: "second" };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("a message with a duration disappears by itself", () => {
  const { result } = renderHook(() => useFormMessage(3000));
  act(() => result.current.show(FIRST));
  pass(2999);
  expect(result.current.message).toEqual(FIRST);
  pass(1);
  expect(result.current.message).toBeNull();
});

test("the timer of a message is cancelled when a newer one replaces it", () => {
  const { result } = renderHook(() => useFormMessage(3000));
  act(() => result.current.show(FIRST));
  pass(2000);
  act(() => result.current.show(SECOND));
  pass(2999);
  expect(result.current.message).toEqual(SECOND);
  pass(1);
  expect(result.current.message).toBeNull();
});

test("a held message pauses and continues with the remaining time", () => {
  const { result } = renderHook(() => useFormMessage(3000));
  act(() => result.current.show(FIRST));
  pass(1000);
  result.current.hold.hold("pointer");
  pass(60_000);
  expect(result.current.message).toEqual(FIRST);
  result.current.hold.release("pointer");
  pass(1999);
  expect(result.current.message).toEqual(FIRST);
  pass(1);
  expect(result.current.message).toBeNull();
});

test("a message without a duration stays", () => {
  const { result } = renderHook(() => useFormMessage());
  act(() => result.current.show(FIRST));
  pass(60_000);
  expect(result.current.message).toEqual(FIRST);
});
