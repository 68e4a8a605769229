import { freeDeliveryKm } from "~/shared/catalogue/place";
import { OrderFormScreen } from "~/storefront/features/day-order/form/OrderFormScreen";
import { orderPaths } from "~/storefront/features/day-order/order";
import { trayOrder } from "~/storefront/features/day-order/orders/tray";

export const description = `Days, meals and delivery details of your meal tray order. Free delivery within ${freeDeliveryKm} km.`;

export default function MealTrayFormPage() {
  return <OrderFormScreen order={trayOrder} paths={orderPaths.tray} />;
}
