import { orderPaths } from "~/storefront/features/day-order/order";
import { trayOrder } from "~/storefront/features/day-order/orders/tray";
import { SelectionScreen } from "~/storefront/features/day-order/selection/SelectionScreen";

export { description } from "./descriptions/mealTray";

export default function MealTrayPage() {
  return <SelectionScreen order={trayOrder} paths={orderPaths.tray} />;
}
