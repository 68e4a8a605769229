import { OrderFormScreen } from "~/features/nday-order/form/OrderFormScreen";
import { nonVegOrder } from "~/features/nday-order/orders/nonveg";
import { orderPaths } from "./orderPaths";

export default function NonVegMealFormPage() {
  return <OrderFormScreen order={nonVegOrder} paths={orderPaths.nonveg} />;
}
