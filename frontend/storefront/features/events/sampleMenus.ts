import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import type { Menu, OrderKind } from "~/shared/domain/menu";
import type { EventKey, SampleDiet, SampleDish, SampleMenus } from "./event";

/** A dish of one of the three menus, by the menu's kind and the dish's id. */
type DishRef = `${OrderKind}/${string}`;

/** Sample menus per event, as a starting point for planning; sampleMenus.test.ts checks the diets. */
const choices: Readonly<Record<EventKey, Readonly<Record<SampleDiet, readonly DishRef[]>>>> = {
  birthday: {
    veg: [
      "veg/mixed-fruit-bowl",
      "veg/paneer-sandwich",
      "veg/tomato-basil-millet-pasta",
      "veg/acai-bowl",
      "veg/mango-shake",
      "veg/berry-smoothie",
    ],
    nonveg: [
      "nonveg/berry-banana-egg-pancakes",
      "nonveg/chicken-wrap",
      "nonveg/grilled-chicken-club",
      "nonveg/pesto-chicken-millet-pasta",
      "nonveg/boiled-eggs",
      "nonveg/tandoori-chicken-bowl",
    ],
    mixed: [
      "veg/acai-bowl",
      "nonveg/berry-banana-egg-pancakes",
      "nonveg/chicken-wrap",
      "veg/paneer-tikka-wrap",
      "tray/sweet-corn",
      "veg/mango-shake",
    ],
  },
  corporate: {
    veg: [
      "veg/lemon-millet-bowl",
      "veg/paneer-sandwich",
      "veg/sprouts-salad",
      "veg/chana-masala-wrap",
      "veg/green-booster",
      "veg/filter-coffee-protein-shake",
    ],
    nonveg: [
      "nonveg/chicken-rice-bowl",
      "nonveg/chicken-tikka-sandwich",
      "nonveg/grilled-chicken-salad",
      "nonveg/podi-egg-roll",
      "nonveg/egg-fried-millet-bowl",
      "nonveg/boiled-eggs",
    ],
    mixed: [
      "veg/garden-paneer-salad",
      "veg/paneer-sandwich",
      "nonveg/chicken-wrap",
      "nonveg/chicken-rice-bowl",
      "veg/overnight-oats",
      "veg/abc-juice",
    ],
  },
  family: {
    veg: [
      "veg/paneer-butter-masala",
      "veg/palak-paneer",
      "tray/phulka",
      "veg/sambar-brown-rice-bowl",
      "tray/chana-sundal",
      "tray/watermelon-juice",
    ],
    nonveg: [
      "nonveg/egg-curry",
      "tray/pepper-chicken",
      "tray/tandoori-chicken",
      "tray/meen-kuzhambu",
      "nonveg/kothu-egg-paratha",
      "nonveg/millet-chicken-biryani-bowl",
    ],
    mixed: [
      "tray/pepper-chicken",
      "veg/palak-paneer",
      "nonveg/egg-curry",
      "tray/phulka",
      "veg/lemon-millet-bowl",
      "tray/watermelon-juice",
    ],
  },
  platters: {
    veg: [
      "veg/paneer-sandwich",
      "veg/hummus-falafel-wrap",
      "veg/mixed-fruit-bowl",
      "tray/sweet-corn",
      "tray/black-chana-sundal",
      "tray/chana-sundal",
    ],
    nonveg: [
      "tray/tandoori-chicken",
      "nonveg/chicken-wrap",
      "nonveg/boiled-eggs",
      "nonveg/grilled-chicken-club",
      "nonveg/chicken-seekh-roll",
      "nonveg/fish-tikka-wrap",
    ],
    mixed: [
      "nonveg/chicken-wrap",
      "veg/paneer-sandwich",
      "nonveg/boiled-eggs",
      "veg/mixed-fruit-bowl",
      "tray/tandoori-chicken",
      "tray/sweet-corn",
    ],
  },
};

const menus: Readonly<Record<OrderKind, Menu>> = { veg: vegMenu, nonveg: nonVegMenu, tray: trayMenu };

/** The menu's dish; undefined when this shop's menu has none of that id. */
function dishOf(ref: DishRef): readonly SampleDish[] {
  const [kind, id] = ref.split("/") as [OrderKind, string];
  for (const category of menus[kind].categories) {
    const dish = category.items.find((item) => item.id === id);
    if (dish) return [{ name: dish.name, mark: dish.mark, image: dish.image }];
  }
  return [];
}

function menusOf(key: EventKey): SampleMenus {
  const { veg, nonveg, mixed } = choices[key];
  return { veg: veg.flatMap(dishOf), nonveg: nonveg.flatMap(dishOf), mixed: mixed.flatMap(dishOf) };
}

/** The sample menus of each event. Only for modules of content (scripts/content.ts). */
export const sampleMenus: Readonly<Record<EventKey, SampleMenus>> = {
  birthday: menusOf("birthday"),
  corporate: menusOf("corporate"),
  family: menusOf("family"),
  platters: menusOf("platters"),
};
