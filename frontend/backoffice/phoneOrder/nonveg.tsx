import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { nonVegBody } from "./bodies";
import { DishOrder } from "./DishOrder";
import { start } from "./start";

start((sender) => <DishOrder menu={nonVegMenu} minimumDishes={1} bodyOf={nonVegBody} sender={sender} />);
