import { freeDeliveryKm } from "~/shared/catalogue/place";
import { OrderFormScreen } from "~/storefront/features/day-order/form/OrderFormScreen";
import { orderPaths } from "~/storefront/features/day-order/order";
import { nonVegOrder } from "~/storefront/features/day-order/orders/nonveg";

export const description = `Days, meals and delivery details of your non-veg meal order. Free delivery within ${freeDeliveryKm} km.`;

export default function NonVegMealFormPage() {
  return <OrderFormScreen order={nonVegOrder} paths={orderPaths.nonveg} />;
}
