import { rules } from "~/shared/catalogue/rules";
import { trayMenu } from "~/shared/catalogue/tray";
import { trayBody } from "./bodies";
import { DishOrder } from "./DishOrder";
import { start } from "./start";

start((sender) => (
  <DishOrder menu={trayMenu} minimumDishes={rules.tray.minimumDishes} bodyOf={trayBody} sender={sender} />
));
