import { rules } from "~/shared/catalogue/rules";
import { trayMenu } from "~/shared/catalogue/tray";
import { trayBody } from "./bodies";
import { DishOrder } from "./DishOrder";
import { mountOrder } from "./mountOrder";

mountOrder((submitter) => (
  <DishOrder
    menu={trayMenu}
    minimumDishes={rules.tray.minimumDishes}
    buildBody={trayBody}
    submitter={submitter}
  />
));
