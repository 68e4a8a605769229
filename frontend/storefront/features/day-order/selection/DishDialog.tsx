import type { Dish, OrderKind } from "~/shared/domain/menu";
import { soldOutText } from "~/shared/domain/soldOut";
import { useFetched } from "~/shared/lib/useFetched";
import { Button } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";
import { reloadIfReplaced } from "~/storefront/session/reloadIfReplaced";
import { useSelection } from "../useSelection";

const fetchDetails = () => import("./DishDetails").then((module) => module.DishDetails);

/** For the open dialog. */
async function fetchNow() {
  try {
    return await fetchDetails();
  } catch (error) {
    await reloadIfReplaced();
    throw error;
  }
}

/** Preloads the dialog's content; a failure is handled when it opens. */
export function prepareDishDialog(): void {
  fetchDetails().catch(() => {});
}

export interface DishDialogProps {
  kind: OrderKind;
  /** Null while the dialog is closed. */
  dish: Dish | null;
  onClose: () => void;
}

/** Details of a dish: large picture, description, prices by number of days, and a button that selects it, if it can be, and closes. */
export function DishDialog({ kind, dish, onClose }: DishDialogProps) {
  const isDishSelected = useSelection(
    kind,
    ({ selectedItems }) => dish !== null && selectedItems.includes(dish),
  );
  const toggle = useSelection(kind, (selection) => selection.toggle);
  const Details = useFetched(fetchNow, dish !== null);
  return (
    <Dialog
      open={dish !== null}
      onClose={onClose}
      title={dish?.name ?? ""}
      actions={
        dish &&
        (isDishSelected || !soldOutText(dish.name)) && (
          <Button
            variant={isDishSelected ? "secondary" : "primary"}
            onClick={() => {
              toggle(dish);
              onClose();
            }}
          >
            {isDishSelected ? "Take it out" : "Add this dish"}
          </Button>
        )
      }
    >
      {Details === "failed" && <p>The details did not load. They will once you are back online.</p>}
      {dish && Details && Details !== "failed" && <Details dish={dish} />}
    </Dialog>
  );
}
