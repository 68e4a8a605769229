import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { nonVegBody } from "./bodies";
import { DishOrder } from "./DishOrder";
import { mountOrder } from "./mountOrder";

mountOrder((submitter) => (
  <DishOrder menu={nonVegMenu} minimumDishes={1} buildBody={nonVegBody} submitter={submitter} />
));
