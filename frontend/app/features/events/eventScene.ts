import type { EventKey } from "./event";

const SMALL = 384;
const LARGE = 768;

const addresses = import.meta.glob<string>("../../pictures/scenes/event-*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Part of the file's name: the platters' scene shows one platter. */
const names: Readonly<Record<EventKey, string>> = {
  birthday: "birthday",
  corporate: "corporate",
  family: "family",
  platters: "platter",
};

/** The 4:3 scene of an event, ready to be spread onto an <img>, or undefined while there is none. */
export function eventScene(key: EventKey) {
  const at = (width: number) => addresses[`../../pictures/scenes/event-${names[key]}-${width}.webp`];
  const small = at(SMALL);
  const large = at(LARGE);
  if (small === undefined || large === undefined) return undefined;
  const srcSet = `${small} ${SMALL}w, ${large} ${LARGE}w`;
  return { src: large, srcSet, width: LARGE, height: (LARGE * 3) / 4 };
}
