import file from "@contract/catalogue/descriptions.json";
import { dialogFacts } from "./facts";

/** What is in each dish and how it is made, one sentence each, by picture key: the same dish has the same key. */
export const dishDescriptions: Readonly<Record<string, string>> = file.descriptions;

/** What each dish holds, by its name. */
export const dishFacts = dialogFacts();
