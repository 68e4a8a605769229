/** What is typed into the booking modal. */
export interface AppointmentValues {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly email: string;
}

export const EMPTY_APPOINTMENT: AppointmentValues = { name: "", phone: "", address: "", email: "" };

/** The body of the appointment call: these keys and no others (specification, section 7). */
export function appointmentRequest({ name, phone, address, email }: AppointmentValues, doctorName: string) {
  return { name, phone, address, email, doctorName };
}
