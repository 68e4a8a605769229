import { type CSSProperties, type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect } from "react";
// The plain entry adds a <style> element, which the content security policy blocks.
import { ToastContainer, type ToastOptions, type ToastTransitionProps, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toast.css";
import { Button } from "../Button";
import { toastHostStore } from "../notifier";

export interface ToastMessage {
  kind: "success" | "warning" | "error";
  text: string;
  position: "top-left" | "top-right";
  durationMs: number;
  /** Called when it closes: by its timer, a click or a drag. */
  onClose?: () => void;
  /** "status" for a message that may wait; by default it interrupts. */
  role?: "status";
  /** A button, which closes it, too. */
  action?: { readonly label: string; readonly onPress: () => void };
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

/** The element that had the focus before a toast. */
let focusedBefore: EventTarget | null = null;

function rememberWhenEntered({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>): void {
  if (!currentTarget.contains(relatedTarget)) focusedBefore = relatedTarget;
}

function dismissByEscape({ key }: KeyboardEvent): void {
  if (key === "Escape") toast.dismiss();
}

/** Alt+T pauses the timers for keyboard users; leaving the toasts resumes them. */
function resumeWhenLeft(event: FocusEvent<HTMLDivElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) toast.play();
}

/**
 * A transition whose timer starts immediately (the library's transitions delay it until they end) and that fades out;
 * toast.css animates the entry. The focus of a toast that closes returns; to the page if its element is gone.
 */
function FadeAway({ children, isIn, done, nodeRef, playToast, preventExitTransition }: ToastTransitionProps) {
  // Once, on mount.
  useLayoutEffect(() => playToast(), []);

  // Once, on exit.
  useEffect(() => {
    if (isIn) return;
    const focused = document.activeElement; // not by :has, which browsers of the floor refuse
    if (focused?.matches(":focus-visible") && nodeRef.current?.contains(focused)) {
      const before = focusedBefore instanceof HTMLElement && focusedBefore.isConnected ? focusedBefore : null;
      (before ?? document.querySelector("main"))?.focus({ preventScroll: true });
    }
    const fading = preventExitTransition
      ? undefined
      : nodeRef.current?.animate?.({ opacity: 0 }, { duration: 160, fill: "forwards" });
    if (fading) fading.onfinish = done;
    else done();
  }, [isIn]);

  return children;
}

/** A toast is about the last attempt, so a new one closes the older one. Mounts the toasts above the screens. */
export function showToast({ kind, text, position, durationMs, onClose, role, action }: ToastMessage): void {
  toastHostStore.setState({ Toasts });
  toast.dismiss();
  const options: ToastOptions = {
    position,
    autoClose: durationMs,
    // Read by toast.css: reduced motion must not shorten the animation that serves as timer.
    style: { "--toast-duration": `${durationMs}ms` } as CSSProperties,
    ...(onClose ? { onClose } : {}),
    ...(role ? { role } : {}),
  };
  toast[kind](action ? <WithAction text={text} action={action} /> : text, options);
}

/** A click on the button is a click on the toast, which closes it. */
function WithAction({ text, action }: Required<Pick<ToastMessage, "text" | "action">>) {
  return (
    <div>
      <p>{text}</p>
      <Button variant="quiet" onClick={action.onPress}>
        {action.label}
      </Button>
    </div>
  );
}

/** Mounts the toasts above the screens in time for the first; returns the function that shows one. */
export function useToasts(): (message: ToastMessage) => void {
  useEffect(() => toastHostStore.setState({ Toasts }), []);
  return showToast;
}
