import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Button, LinkButton } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";
import { SquarePicture } from "~/shared/ui/SquarePicture";
import { pictures, texts } from "~/storefront/features/meal-home/content";
import { paths } from "~/storefront/paths";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { DietMark } from "~/storefront/product/DietMark";
import { isOffered } from "~/storefront/product/isOffered";
import { PlanChoices } from "~/storefront/product/PlanNotes";
import { prices } from "~/storefront/product/prices";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import styles from "./OrderNow.module.css";

/** A way to order (specification, section 3 "Meal category"). */
interface MealCategory {
  readonly id: string;
  readonly name: string;
  readonly desc: string;
  /** Its lowest price; null without a priced dish. */
  readonly price: string | null;
  readonly image: keyof typeof pictures;
  readonly path: string;
  readonly buttonText: string;
}

/** This one opens the preference modal; its own path is defined but unused (specification, section 2). */
const INDIVIDUAL_ITEMS: MealCategory = {
  id: "individual",
  name: "Individual items",
  desc: texts.individualText,
  price: prices.either,
  image: "acai-bowl",
  path: paths.customerChoice(),
  buttonText: "Choose Items",
};

const categories: readonly MealCategory[] = [
  {
    id: "combos",
    name: "Weekly & Monthly Combos",
    desc: texts.combosText,
    price: prices.combos,
    image: "lemon-millet-bowl",
    path: paths.combos(),
    buttonText: "View Combos",
  },
  {
    id: "tray",
    name: "Meal Tray",
    desc: texts.trayText,
    price: prices.tray,
    image: "paneer-butter-masala",
    path: paths.mealTray(),
    buttonText: "Order Tray",
  },
  {
    id: "weight",
    name: "Weight Loss & Weight Gain",
    desc: texts.weightText,
    price: "price by call",
    image: "garden-salad",
    path: paths.healthPlans(),
    buttonText: "Begin Journey",
  },
];

/** These lead to their path. */
const mealCategories = categories.filter(({ path }) => isOffered(path));

/** "Order Now": the four ways to order (specification, section 2). */
export function OrderNow() {
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);

  function choose(path: string): void {
    setChoosing(false);
    void navigate(path);
    scrollToTop();
  }

  return (
    <section id="order-now" aria-labelledby="order-now-title" className={styles.section}>
      <div className={styles.head}>
        <h2 id="order-now-title">Order Now</h2>
        <DeliveryNote />
        <WithoutScript what="Choosing items" />
      </div>
      <ul className={styles.cards}>
        <CategoryCard category={INDIVIDUAL_ITEMS}>
          <Button block onClick={() => setChoosing(true)}>
            {INDIVIDUAL_ITEMS.buttonText}
          </Button>
        </CategoryCard>
        {mealCategories.map((category) => (
          <CategoryCard key={category.id} category={category}>
            <LinkButton block to={category.path} onClick={scrollToTop}>
              {category.buttonText}
            </LinkButton>
          </CategoryCard>
        ))}
      </ul>
      <div className={styles.plans}>
        <PlanChoices here={{ id: "weekly", href: "#weekly-menu" }} />
      </div>
      <PreferenceModal open={choosing} onClose={() => setChoosing(false)} onNavigate={choose} />
    </section>
  );
}

interface CategoryCardProps {
  category: MealCategory;
  children: ReactNode;
}

function CategoryCard({ category, children }: CategoryCardProps) {
  return (
    <li className={styles.card}>
      <SquarePicture
        picture={pictures[category.image]}
        sizes="(min-width: 64rem) 18rem, (min-width: 36rem) 50vw, 40vw"
        className={styles.picture}
      />
      <div className={styles.text}>
        <h3>{category.name}</h3>
        <p>{category.desc}</p>
        {category.price && <p className={styles.price}>{category.price}</p>}
      </div>
      <div className={styles.action}>{children}</div>
    </li>
  );
}

interface PreferenceModalProps {
  open: boolean;
  onClose: () => void;
  /** Called with the path of the chosen menu. */
  onNavigate: (path: string) => void;
}

const preferences = [
  { label: "Vegetarian", mark: "veg", image: "garden-salad", path: paths.vegMeal() },
  { label: "Non-Vegetarian", mark: "nonveg", image: "tandoori-chicken", path: paths.nonVegMeal() },
] as const;

/** Veg or non-veg: which menu the individual items come from (specification, section 2). */
function PreferenceModal({ open, onClose, onNavigate }: PreferenceModalProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose Your Preference">
      <p>Would you like to continue with a Vegetarian or Non-Vegetarian meal?</p>
      <div className={styles.preferences}>
        {preferences
          .filter(({ path }) => isOffered(path))
          .map(({ label, mark, image, path }) => (
            <button key={label} type="button" className={styles.preference} onClick={() => onNavigate(path)}>
              <SquarePicture
                picture={pictures[image]}
                sizes="15rem"
                className={styles.preferenceModalPicture}
              />
              <span className={styles.label}>
                <span aria-hidden="true">
                  <DietMark mark={mark} />
                </span>
                {label}
              </span>
            </button>
          ))}
      </div>
    </Dialog>
  );
}

/** Scrolls smoothly to the top (specification, section 2); instantly for visitors who prefer reduced motion. */
function scrollToTop(): void {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
}
