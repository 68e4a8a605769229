import { trayOrder } from "~/features/nday-order/orders/tray";
import { SelectionScreen } from "~/features/nday-order/selection/SelectionScreen";
import { orderPaths } from "./orderPaths";

export default function MealTrayPage() {
  return <SelectionScreen order={trayOrder} paths={orderPaths.tray} />;
}
