import { nonVegOrder } from "~/storefront/features/day-order/orders/nonveg";
import { SelectionScreen } from "~/storefront/features/day-order/selection/SelectionScreen";
import { orderPaths } from "./orderPaths";

export const description =
  "Egg, chicken and fish dishes with plenty of protein, for 6 to 40 days. Free delivery within 5 km.";

export default function NonVegMealPage() {
  return <SelectionScreen order={nonVegOrder} paths={orderPaths.nonveg} />;
}
