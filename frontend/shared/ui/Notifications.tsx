import { useStore } from "zustand";
import { classNames } from "~/shared/lib/classNames";
import { holdWhileRead } from "~/shared/lib/pausableTimer";
import { CloseButton } from "./Button";
import styles from "./Notifications.module.css";
import { dismissPopup, type PopupMessage, popupHold, popupStore, toastHostStore } from "./notifier";
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
      <CloseButton label="Dismiss message" onClick={dismissPopup} className={styles.close} />
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

/** Above the screens, so that a toast outlives the screen that showed it. Empty until it is used. */
export function ToastHost() {
  const Toasts = useStore(toastHostStore, (state) => state.Toasts);
  return Toasts && <Toasts />;
}
