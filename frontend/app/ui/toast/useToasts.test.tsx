import { act, render, renderHook, screen } from "@testing-library/react";
import { toast } from "react-toastify/unstyled";
import { expect, test } from "vitest";
import { ToastHost } from "./ToastHost";
import { useToasts } from "./useToasts";

test("a toast that states nothing else stands at the top right for 5000 ms", async () => {
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
