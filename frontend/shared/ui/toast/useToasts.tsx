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
  /** Called when it closes: by its timer, a click or a drag. */
  onClose?: () => void;
}

/**
 * Toasts with the defaults of section 9 of the specification, which are the library's own: top-right, 5000 ms,
 * dragged away at 80 percent, Alt+T. The timer waits under the pointer, with focus inside and in a hidden window.
 */
function Toasts() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus and Esc
    <div onFocus={rememberWhenEntered} onBlur={resumeWhenLeft} onKeyDown={dismissByEscape}>
      <ToastContainer closeOnClick draggable transition={FadeAway} />
    </div>
  );
}

function rememberWhenEntered({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>): void {
  if (!currentTarget.contains(relatedTarget)) rememberFocus(relatedTarget);
}

function dismissByEscape({ key }: KeyboardEvent): void {
  if (key === "Escape") toast.dismiss();
}

/** Alt+T pauses the timers for keyboard users; leaving the toasts resumes them. */
function resumeWhenLeft(event: FocusEvent<HTMLDivElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) toast.play();
}

/** A toast is about the last attempt, so a new one closes the older one. */
function showToast({ kind, text, position, durationMs, onClose }: ToastMessage): void {
  toast.dismiss();
  const options: ToastOptions = {
    position,
    autoClose: durationMs,
    // Read by toast.css: reduced motion must not shorten the animation that serves as timer.
    style: { "--toast-duration": `${durationMs}ms` } as CSSProperties,
    ...(onClose ? { onClose } : {}),
  };
  toast[kind](text, options);
}

/** Mounts the toasts above the screens; returns the function that shows one. */
export function useToasts(): (message: ToastMessage) => void {
  useEffect(() => toastHostStore.setState({ Toasts }), []);
  return showToast;
}
