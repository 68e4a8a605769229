import { hasOwnIcon } from "../../../scripts/pictureFiles";

/** Whether the shop has an icon of its own (pictures/icon.png of its contract folder). */
export const ownIcon: boolean = hasOwnIcon();
