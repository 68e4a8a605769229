import { freeDeliveryKm } from "~/shared/catalogue/place";
import { OrderFormScreen } from "~/storefront/features/day-order/form/OrderFormScreen";
import { trayOrder } from "~/storefront/features/day-order/orders/tray";
import { orderPaths } from "./orderPaths";

export const description = `Days, meals and delivery details of your meal tray order. Free delivery within ${freeDeliveryKm} km.`;

export default function MealTrayFormPage() {
  return <OrderFormScreen order={trayOrder} paths={orderPaths.tray} />;
}
