import type { Dish, OrderKind } from "~/shared/domain/menu";
import { useFetched } from "~/shared/lib/useFetched";
import { Button } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";
import { useSelection } from "../useSelection";

const fetchDetails = () => import("./DishDetails").then((module) => module.DishDetails);

/** Fetches what the dialog says before it is opened; a failure is met when it opens. */
export function prepareDishDialog(): void {
  fetchDetails().catch(() => {});
}

export interface DishDialogProps {
  kind: OrderKind;
  /** Null while it is closed. */
  looked: Dish | null;
  onClose: () => void;
}

/** A dish seen closer: large picture, what is in it, what it costs by the length of the order, and its tick. */
export function DishDialog({ kind, looked, onClose }: DishDialogProps) {
  const ticked = useSelection(kind, ({ selectedItems }) => looked !== null && selectedItems.includes(looked));
  const toggle = useSelection(kind, (selection) => selection.toggle);
  const Details = useFetched(fetchDetails, looked !== null);
  return (
    <Dialog
      open={looked !== null}
      onClose={onClose}
      title={looked?.name ?? ""}
      actions={
        looked && (
          <Button variant={ticked ? "secondary" : "primary"} onClick={() => toggle(looked)}>
            {ticked ? "Take it out" : "Tick this dish"}
          </Button>
        )
      }
    >
      {Details === "failed" && <p>The details did not load. They will once you are back online.</p>}
      {looked && Details && Details !== "failed" && <Details dish={looked} />}
    </Dialog>
  );
}
