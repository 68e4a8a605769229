import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { nonVegPayload } from "~/shared/payloads/dayOrder";
import { DishOrder } from "./DishOrder";
import { mountOrder } from "./mountOrder";

mountOrder((submitter) => (
  <DishOrder menu={nonVegMenu} minimumDishes={1} payload={nonVegPayload} submitter={submitter} />
));
