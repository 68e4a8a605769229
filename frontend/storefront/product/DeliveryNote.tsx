import { freeDeliveryKm } from "~/shared/catalogue/place";
import { site } from "~/shared/lib/site";
import { PhoneIcon } from "~/shared/ui/icons";
import styles from "./DeliveryNote.module.css";

/** "Free delivery within 5 km" and the phone number, on every order page and form (specification, section 1). */
export function DeliveryNote() {
  return (
    <p className={styles.note}>
      <strong>Free delivery within {freeDeliveryKm} km</strong>
      <a href={`tel:${site.contact.phone.replace(/[^\d+]/g, "")}`} className={styles.phone}>
        <PhoneIcon size={18} />
        {site.contact.phone}
      </a>
    </p>
  );
}
