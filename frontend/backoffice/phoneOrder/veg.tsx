import { vegMenu } from "~/shared/catalogue/veg";
import { vegBody } from "./bodies";
import { DishOrder } from "./DishOrder";
import { mountOrder } from "./mountOrder";

mountOrder((submitter) => (
  <DishOrder menu={vegMenu} minimumDishes={1} buildBody={vegBody} submitter={submitter} />
));
