import type { OrderKind } from "~/shared/domain/menu";
import type { OrderPaths } from "~/storefront/features/day-order/order";
import { paths } from "~/storefront/paths";

/** The two screens of each order by the day. */
export const orderPaths: Readonly<Record<OrderKind, OrderPaths>> = {
  veg: { selection: paths.vegMeal(), form: paths.vegMealForm() },
  nonveg: { selection: paths.nonVegMeal(), form: paths.nonVegMealForm() },
  tray: { selection: paths.mealTray(), form: paths.mealTrayForm() },
};
