import { Button } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";

export interface MinimumDialogProps {
  minimum: number;
  open: boolean;
  onClose: () => void;
}

/** Tells that a tray needs more dishes (specification, sections 2 and 8). */
export function MinimumDialog({ minimum, open, onClose }: MinimumDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Minimum ${minimum} Items Required`}
      actions={<Button onClick={onClose}>Okay, Got it!</Button>}
    >
      <p>Please select at least {minimum} dishes to proceed with your meal tray.</p>
    </Dialog>
  );
}
