import { named } from "~/shared/pictures/named";
import type { PictureSource } from "~/shared/ui/Picture";
import type { EventKey } from "./event";

const scenes = named("event-birthday", "event-corporate", "event-family", "event-platter");

/** The scene of each event. Only for modules of content (scripts/content.ts). */
export const eventScenes: Readonly<Record<EventKey, PictureSource>> = {
  birthday: scenes["event-birthday"],
  corporate: scenes["event-corporate"],
  family: scenes["event-family"],
  platters: scenes["event-platter"],
};
