import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { toast } from "react-toastify/unstyled";
import { expect, test, vi } from "vitest";
import { ToastHost } from "../Notifications";
import { useToasts } from "./useToasts";

test("a toast appears at the top right for 5000 ms by default", {
  tags: "spec:9.9",
}, async () => {
  renderHook(() => useToasts());
  render(<ToastHost />);
  act(() => void toast("Good morning"));
  const shown = await screen.findByText("Good morning");
  expect(shown.closest(".Toastify__toast-container--top-right")).not.toBeNull();
  const timer = shown
    .closest(".Toastify__toast")
    ?.querySelector<HTMLElement>(".Toastify__progress-bar--animated");
  expect(timer?.style.animationDuration).toBe("5000ms");
});

const FAILED = { kind: "error", text: "Failed.", position: "top-left", durationMs: 3000 } as const;
const SENT = { kind: "success", text: "Sent.", position: "top-right", durationMs: 3000 } as const;

/** What is shown by now: a toast that is on its way out is no longer counted. */
const shown = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);

test.each([
  ["a success takes the place of an error", [FAILED, SENT], "Sent."],
  ["an error takes the place of a success", [SENT, FAILED], "Failed."],
  ["the same words do not stand there twice", [FAILED, FAILED], "Failed."],
  ["the same words before the first were drawn", [FAILED, SENT, FAILED], "Failed."],
])("%s", async (_name, messages, left) => {
  const { result } = renderHook(() => useToasts());
  render(<ToastHost />);
  for (const message of messages) {
    act(() => result.current(message));
    await screen.findByText(message.text);
  }
  await waitFor(() => expect(shown()).toEqual([left]));
});

test("a replaced toast closes and calls onClose once", async () => {
  const onClose = vi.fn();
  const { result } = renderHook(() => useToasts());
  render(<ToastHost />);
  act(() => result.current({ ...SENT, onClose }));
  await screen.findByText("Sent.");
  act(() => result.current(FAILED));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});
