import { useStore } from "zustand";
import { classNames } from "~/shared/lib/classNames";
import { holdWhileRead } from "./holdWhileRead";
import { CloseIcon } from "./icons";
import styles from "./PopupHost.module.css";
import { dismissPopup, type PopupMessage, popupHold, popupStore } from "./popup";
import { SignedText } from "./SignedText";

function PopupCard({ message }: { message: PopupMessage }) {
  return (
    <div
      data-message
      className={classNames(styles.popup, styles[message.kind])}
      {...holdWhileRead(popupHold)}
    >
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
 * Renders popups. Both live regions are always present, or screen readers miss the first message. The text is the key,
 * so that a new message is a new card and does not resize the old one.
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
