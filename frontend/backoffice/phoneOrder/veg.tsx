import { vegMenu } from "~/shared/catalogue/veg";
import { vegPayload } from "~/shared/payloads/dayOrder";
import { DishOrder } from "./DishOrder";
import { mountOrder } from "./mountOrder";

mountOrder((submitter) => (
  <DishOrder menu={vegMenu} minimumDishes={1} payload={vegPayload} submitter={submitter} />
));
