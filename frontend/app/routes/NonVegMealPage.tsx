import { nonVegOrder } from "~/features/nday-order/orders/nonveg";
import { SelectionScreen } from "~/features/nday-order/selection/SelectionScreen";
import { orderPaths } from "./orderPaths";

export default function NonVegMealPage() {
  return <SelectionScreen order={nonVegOrder} paths={orderPaths.nonveg} />;
}
