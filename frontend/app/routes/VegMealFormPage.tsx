import { OrderFormScreen } from "~/features/nday-order/form/OrderFormScreen";
import { vegOrder } from "~/features/nday-order/orders/veg";
import { orderPaths } from "./orderPaths";

export default function VegMealFormPage() {
  return <OrderFormScreen order={vegOrder} paths={orderPaths.veg} />;
}
