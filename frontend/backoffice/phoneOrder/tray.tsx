import { rules } from "~/shared/catalogue/rules";
import { trayMenu } from "~/shared/catalogue/tray";
import { trayPayload } from "~/shared/payloads/dayOrder";
import { DishOrder } from "./DishOrder";
import { mountOrder } from "./mountOrder";

mountOrder((submitter) => (
  <DishOrder
    menu={trayMenu}
    minimumDishes={rules.tray.minimumDishes}
    payload={trayPayload}
    submitter={submitter}
  />
));
