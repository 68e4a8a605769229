import { vegOrder } from "~/storefront/features/day-order/orders/veg";
import { SelectionScreen } from "~/storefront/features/day-order/selection/SelectionScreen";
import { orderPaths } from "./orderPaths";

export const description =
  "Choose from 13 categories of protein-packed veg dishes, for 6 to 40 days. Free delivery within 5 km.";

export default function VegMealPage() {
  return <SelectionScreen order={vegOrder} paths={orderPaths.veg} />;
}
