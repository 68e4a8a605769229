import { orderPaths } from "~/storefront/features/day-order/order";
import { vegOrder } from "~/storefront/features/day-order/orders/veg";
import { SelectionScreen } from "~/storefront/features/day-order/selection/SelectionScreen";

export { description } from "./descriptions/vegMeal";

export default function VegMealPage() {
  return <SelectionScreen order={vegOrder} paths={orderPaths.veg} />;
}
