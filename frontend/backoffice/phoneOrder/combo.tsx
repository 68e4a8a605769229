import { ComboOrder } from "./ComboOrder";
import { start } from "./start";

start((sender) => <ComboOrder sender={sender} />);
