import { useStore } from "zustand";
import { classNames } from "~/shared/lib/classNames";
import { holdWhileRead } from "./holdWhileRead";
import { CloseIcon } from "./icons/CloseIcon";
import styles from "./PopupHost.module.css";
import { dismissPopup, type PopupMessage, popupHold, popupStore } from "./popup";
import { SignedText } from "./SignedText";

function PopupCard({ message }: { message: PopupMessage }) {
  return (
    <div className={classNames(styles.popup, styles[message.kind])} {...holdWhileRead(popupHold)}>
      <p className={styles.text}>
        <SignedText text={message.text} />
      </p>
      <button type="button" className={styles.close} onClick={dismissPopup}>
        <CloseIcon label="Dismiss message" />
      </button>
    </div>
  );
}

/**
 * Where popups appear. Both live regions stand from the start, or a screen reader misses the first message. Another
 * text is another card: one that changed its width would move under the eyes of whoever reads it.
 */
export function PopupHost() {
  const message = useStore(popupStore, (state) => state.message);
  return (
    <div className={styles.host}>
      <div className={styles.region} role="status">
        {message?.kind === "success" && <PopupCard key={message.text} message={message} />}
      </div>
      <div className={styles.region} role="alert">
        {message?.kind === "error" && <PopupCard key={message.text} message={message} />}
      </div>
    </div>
  );
}
