import { ComboOrder } from "./ComboOrder";
import { mountOrder } from "./mountOrder";

mountOrder((submitter) => <ComboOrder submitter={submitter} />);
