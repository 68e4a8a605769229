import { Dialog } from "~/shared/ui/Dialog";
import { BookingForm } from "./BookingForm";

export interface BookingDialogProps {
  /** The doctor to be booked; null while the dialog is closed. */
  doctorName: string | null;
  onClose: () => void;
}

/** The content unmounts when the dialog closes, so each opening starts with empty fields. */
export function BookingDialog({ doctorName, onClose }: BookingDialogProps) {
  return (
    <Dialog open={doctorName !== null} onClose={onClose} title={`Book Appointment with ${doctorName ?? ""}`}>
      {doctorName !== null && <BookingForm doctorName={doctorName} onClose={onClose} />}
    </Dialog>
  );
}
