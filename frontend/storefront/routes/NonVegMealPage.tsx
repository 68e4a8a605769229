import { orderPaths } from "~/storefront/features/day-order/order";
import { nonVegOrder } from "~/storefront/features/day-order/orders/nonveg";
import { SelectionScreen } from "~/storefront/features/day-order/selection/SelectionScreen";

export { description } from "./descriptions/nonVegMeal";

export default function NonVegMealPage() {
  return <SelectionScreen order={nonVegOrder} paths={orderPaths.nonveg} />;
}
