import { trayOrder } from "~/storefront/features/day-order/orders/tray";
import { SelectionScreen } from "~/storefront/features/day-order/selection/SelectionScreen";
import { orderPaths } from "./orderPaths";

export const description =
  "Fill a tray with four dishes or more, from breads to juices. Free delivery within 5 km.";

export default function MealTrayPage() {
  return <SelectionScreen order={trayOrder} paths={orderPaths.tray} />;
}
