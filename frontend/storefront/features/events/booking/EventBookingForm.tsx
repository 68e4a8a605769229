import { scrollToFirstInvalid } from "~/shared/lib/focusField";
import { FormMessage } from "~/shared/ui/FormMessage";
import { EmailField, PhoneField } from "~/shared/ui/PersonFields";
import { SelectField } from "~/shared/ui/SelectField";
import { TextArea } from "~/shared/ui/TextArea";
import { TextField } from "~/shared/ui/TextField";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep } from "~/storefront/product/NextStep";
import { SubmitButton } from "~/storefront/product/SubmitButton";
import styles from "./EventBookingForm.module.css";
import { eventTypeOptions } from "./eventEnquiry";
import { useEventEnquiry } from "./useEventEnquiry";

/** The event booking form; only the browser's own checks apply (specification, section 5). */
export function EventBookingForm({ labelledBy }: { labelledBy: string }) {
  const { field, message, hold, failure, sending, onSubmit } = useEventEnquiry();
  return (
    <form
      method="post"
      className={styles.form}
      aria-labelledby={labelledBy}
      onInvalidCapture={(event) => scrollToFirstInvalid(event.currentTarget)}
      onSubmit={onSubmit}
    >
      <TextField label="Name" {...field("name")} autoComplete="name" enterKeyHint="next" />
      <EmailField {...field("email")} />
      <PhoneField {...field("phone")} />
      <SelectField
        label="Event Type"
        {...field("eventType")}
        options={eventTypeOptions}
        placeholder="Select an option"
      />
      <div className={styles.wide}>
        <TextArea
          label="Message"
          {...field("message")}
          rows={4}
          placeholder="Any special instructions?"
          hint="The date, the place and the number of guests help us plan."
          optionalMark
        />
      </div>
      <div className={styles.wide}>
        <SubmitButton size="lg" block busy={sending}>
          {sending ? "Sending..." : "Submit Request"}
        </SubmitButton>
        <NextStep kind="event" className={styles.next} />
      </div>
      <FailureNote failure={failure} />
      <FormMessage message={message} hold={hold} onEdge />
    </form>
  );
}
