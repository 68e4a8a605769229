import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { CloseButton } from "./Button";
import styles from "./Dialog.module.css";
import { useRootAttribute } from "./useRootAttribute";

export interface DialogProps {
  open: boolean;
  /** Called by Esc, the close button and a click outside; the owner then sets `open` to false. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** The native modal dialog: it traps the focus, restores it on closing and makes the page inert. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  useRootAttribute("data-dialog", open);

  // Before the next frame, which would draw the dialog without its content.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  /** The content fills the dialog, so a click on the dialog element itself is a click on the backdrop. */
  const isVeil = (event: MouseEvent) => event.target === dialog.current;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by keyboard, through onCancel
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => open && onClose()}
      onMouseDown={(event) => {
        pressedOutside.current = isVeil(event);
      }}
      onClick={(event) => {
        if (isVeil(event) && pressedOutside.current) onClose();
      }}
    >
      {open && (
        <div className={styles.panel}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <div>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
          {/* Last in order, so that the first tab stop is the content, not the close button. */}
          <CloseButton label="Close" onClick={onClose} className={styles.close} />
        </div>
      )}
    </dialog>
  );
}
