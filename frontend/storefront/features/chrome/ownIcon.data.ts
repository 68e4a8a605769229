import { existsSync } from "node:fs";
import { OWN_PICTURES } from "../../../scripts/pictureFiles";

/** Whether the shop has an icon of its own (pictures/icon.png of its contract folder). Known when it is built. */
export const ownIcon: boolean = existsSync(`${OWN_PICTURES}/icons/icon-192.png`);
