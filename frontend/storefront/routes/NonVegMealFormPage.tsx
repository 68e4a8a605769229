import { freeDeliveryKm } from "~/shared/catalogue/place";
import { OrderFormScreen } from "~/storefront/features/day-order/form/OrderFormScreen";
import { nonVegOrder } from "~/storefront/features/day-order/orders/nonveg";
import { orderPaths } from "./orderPaths";

export const description = `Days, meals and delivery details of your non-veg meal order. Free delivery within ${freeDeliveryKm} km.`;

export default function NonVegMealFormPage() {
  return <OrderFormScreen order={nonVegOrder} paths={orderPaths.nonveg} />;
}
