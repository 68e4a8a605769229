import { OrderFormScreen } from "~/features/nday-order/form/OrderFormScreen";
import { trayOrder } from "~/features/nday-order/orders/tray";
import { orderPaths } from "./orderPaths";

export default function MealTrayFormPage() {
  return <OrderFormScreen order={trayOrder} paths={orderPaths.tray} />;
}
