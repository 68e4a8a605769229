import { freeDeliveryKm } from "~/shared/catalogue/place";
import { OrderFormScreen } from "~/storefront/features/day-order/form/OrderFormScreen";
import { orderPaths } from "~/storefront/features/day-order/order";
import { vegOrder } from "~/storefront/features/day-order/orders/veg";

export const description = `Days, meals and delivery details of your veg meal order. Free delivery within ${freeDeliveryKm} km.`;

export default function VegMealFormPage() {
  return <OrderFormScreen order={vegOrder} paths={orderPaths.veg} />;
}
