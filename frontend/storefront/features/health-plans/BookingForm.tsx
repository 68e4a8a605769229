import { Button } from "~/shared/ui/Button";
import { FormMessage } from "~/shared/ui/FormMessage";
import { EmailField, PhoneField } from "~/shared/ui/PersonFields";
import { TextArea } from "~/shared/ui/TextArea";
import { TextField } from "~/shared/ui/TextField";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep } from "~/storefront/product/NextStep";
import { SubmitButton } from "~/storefront/product/SubmitButton";
import styles from "./BookingForm.module.css";
import { useBooking } from "./useBooking";

export interface BookingFormProps {
  doctorName: string;
  onClose: () => void;
}

/** The appointment form. `noValidate`, because missing fields have a message of their own. */
export function BookingForm({ doctorName, onClose }: BookingFormProps) {
  const { field, message, failure, phase, onSubmit } = useBooking(doctorName, onClose);
  const sending = phase === "sending";
  return (
    <form method="post" noValidate className={styles.form} onSubmit={onSubmit}>
      <TextField label="Name" {...field("name")} autoComplete="name" enterKeyHint="next" />
      <PhoneField {...field("phone")} />
      <div className={styles.wide}>
        <TextArea label="Address" {...field("address")} autoComplete="street-address" rows={2} />
      </div>
      <div className={styles.wide}>
        <EmailField {...field("email")} enterKeyHint="send" />
      </div>
      <div className={styles.answer}>
        <FormMessage message={message} />
      </div>
      <div className={styles.buttons}>
        <SubmitButton busy={sending} disabled={phase !== "idle"}>
          {sending ? "Booking..." : "Confirm Booking"}
        </SubmitButton>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <NextStep kind="appointment" className={styles.next} />
      <FailureNote failure={failure} />
    </form>
  );
}
