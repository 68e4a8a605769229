import { named } from "~/shared/pictures/named";
import { textsOf } from "~/storefront/product/texts";

export const pictures = named(
  "slide-1",
  "slide-2",
  "slide-3",
  "meal-tray",
  "weight-loss",
  "corporate-meal-plan",
  "gallery-01",
  "gallery-02",
  "gallery-03",
  "gallery-04",
  "gallery-05",
  "gallery-06",
  "gallery-07",
  "gallery-08",
  "gallery-09",
  "gallery-10",
  "acai-bowl",
  "lemon-millet-bowl",
  "paneer-butter-masala",
  "garden-salad",
  "tandoori-chicken",
);

export const texts = textsOf("mealSubscription");
