import { type CSSProperties, type FocusEvent, type KeyboardEvent, useEffect } from "react";
// The plain entry adds a <style> element, which the content security policy blocks.
import { ToastContainer, type ToastOptions, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toast.css";
import { FadeAway } from "./FadeAway";
import { rememberFocus } from "./focus";
import { toastHostStore } from "./host";

export interface ToastMessage {
  kind: "success" | "warning" | "error";
  text: string;
  position: "top-left" | "top-right";
  durationMs: number;
  /** Called as it goes: its time is over, or it was clicked or dragged away. */
  onClose?: () => void;
}

/**
 * Toasts with the defaults of section 9 of the specification, which are the library's own: top-right, 5000 ms,
 * dragged away at 80 percent, Alt+T. The timer waits under the pointer, with focus inside and in a hidden window.
 */
function Toasts() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus goes, and Esc
    <div onFocus={rememberWhenEntered} onBlur={resumeWhenLeft} onKeyDown={dismissByEscape}>
      <ToastContainer closeOnClick draggable transition={FadeAway} />
    </div>
  );
}

function rememberWhenEntered({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>): void {
  if (!currentTarget.contains(relatedTarget)) rememberFocus(relatedTarget);
}

/** Heard only while a toast has the focus. */
function dismissByEscape({ key }: KeyboardEvent): void {
  if (key === "Escape") toast.dismiss();
}

/** Alt+T stops the timers for whoever reads by keyboard; leaving the toasts starts them again. */
function resumeWhenLeft(event: FocusEvent<HTMLDivElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) toast.play();
}

/**
 * Each toast is about the last attempt, so an older one goes: a success must not stand beside the error that came
 * after it, nor the same words twice.
 */
function showToast({ kind, text, position, durationMs, onClose }: ToastMessage): void {
  toast.dismiss();
  const options: ToastOptions = {
    position,
    autoClose: durationMs,
    // toast.css reads it: reduced motion must not shorten the animation that is the timer.
    style: { "--toast-duration": `${durationMs}ms` } as CSSProperties,
    ...(onClose ? { onClose } : {}),
  };
  toast[kind](text, options);
}

/** Brings the toasts in above the screens; returns what shows one. */
export function useToasts(): (message: ToastMessage) => void {
  useEffect(() => toastHostStore.setState({ Toasts }), []);
  return showToast;
}
