import type { ReplyMessages } from "~/shared/http/replyMessages";
import { useTimeout } from "~/shared/lib/useTimeout";
import { useFormMessage } from "~/shared/ui/FormMessage";
import { useFormValues } from "~/storefront/session/useFormValues";
import { addReceipt } from "~/storefront/state/receipt/store";
import { useSubmission } from "~/storefront/state/useSubmission";

const MISSING = "❌ Please fill all fields correctly.";
const FAILED = "❌ Failed to book appointment. Try again.";
const BOOKED = "✅ Appointment booked successfully!";
/** Specification, section 9: doctor modal close. */
const CLOSE_AFTER_MS = 1500;

/** The booking form: all four fields are required, any failure keeps the dialog open, success closes it. */
export function useBooking(doctorName: string, onClose: () => void) {
  const { values, field, check, clear } = useFormValues(EMPTY_APPOINTMENT, {
    persistAs: "appointment",
    required: ["name", "phone", "address", "email"],
  });
  const { message, show } = useFormMessage();
  const { phase, failure, submitChecked } = useSubmission("appointment");
  const setTimeoutOnPage = useTimeout();

  function onReply(reply: Response, messages: Promise<ReplyMessages>) {
    if (!reply.ok) return onFailure();
    const facts = [{ label: "Doctor", value: doctorName }];
    addReceipt({ title: "Doctor’s appointment", next: "appointment", facts, unstored: true }, messages);
    show({ kind: "success", text: BOOKED });
    clear();
    setTimeoutOnPage(onClose, CLOSE_AFTER_MS);
    return "completed";
  }

  function onFailure() {
    show({ kind: "error", text: FAILED });
    return "retry" as const;
  }

  const onSubmit = submitChecked(check, appointmentRequest(values, doctorName), {
    onChecked: (found) => show(found === "missing" ? { kind: "error", text: MISSING } : null),
    onReply,
    onFailure,
  });

  return { field, message, failure, phase, onSubmit };
}

interface AppointmentValues {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly email: string;
}

const EMPTY_APPOINTMENT: AppointmentValues = { name: "", phone: "", address: "", email: "" };

/** The body of the appointment call: these keys and no others (specification, section 7). */
export function appointmentRequest({ name, phone, address, email }: AppointmentValues, doctorName: string) {
  return { name, phone, address, email, doctorName };
}
