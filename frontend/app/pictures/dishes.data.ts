import { pictureSources } from "../../scripts/pictureFiles";

/** Every dish picture by its key. Evaluated while building (scripts/dataModules.ts): browsers get the table. */
export const dishPictures = pictureSources("dishes");
