import { vegMenu } from "~/shared/catalogue/veg";
import { vegBody } from "./bodies";
import { DishOrder } from "./DishOrder";
import { start } from "./start";

start((sender) => <DishOrder menu={vegMenu} minimumDishes={1} bodyOf={vegBody} sender={sender} />);
