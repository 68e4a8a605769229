import { rules } from "~/shared/catalogue/rules";
import { Button } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";

/** Tells that a combo order needs more items (specification, sections 4 and 8). */
export function MinimumItemsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="A few more, please"
      actions={<Button onClick={onClose}>OK</Button>}
    >
      <p>Please select at least {rules.combos.minimumItems} items to proceed with the order!</p>
    </Dialog>
  );
}
