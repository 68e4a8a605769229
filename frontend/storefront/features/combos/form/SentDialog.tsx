import { Button } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";

/** Specification, section 8. */
export const SENT = "Order Submitted Successfully!";

/** Confirms the order; closing it in any way leads back to the combos. */
export function SentDialog({ open, onHome }: { open: boolean; onHome: () => void }) {
  return (
    <Dialog open={open} onClose={onHome} title={SENT} actions={<Button onClick={onHome}>Go to Home</Button>}>
      <p>Thank you for your order.</p>
    </Dialog>
  );
}
