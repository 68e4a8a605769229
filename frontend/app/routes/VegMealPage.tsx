import { vegOrder } from "~/features/nday-order/orders/veg";
import { SelectionScreen } from "~/features/nday-order/selection/SelectionScreen";
import { orderPaths } from "./orderPaths";

export default function VegMealPage() {
  return <SelectionScreen order={vegOrder} paths={orderPaths.veg} />;
}
