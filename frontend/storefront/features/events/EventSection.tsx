import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import { Picture } from "~/shared/ui/Picture";
import { dishPictureOf } from "~/storefront/product/DishPicture";
import frame from "./EventFrame.module.css";
import styles from "./EventSection.module.css";
import type { DishTrio } from "./event";

interface EventSectionProps {
  id?: string;
  /** Id of the heading that labels the section. */
  labelledBy: string;
  /** With the event's background instead of the page's. */
  floor?: boolean;
  className?: string;
  children: ReactNode;
}

/** One section of an event's page: full-width background, centred content. */
export function EventSection({ id, labelledBy, floor = false, className, children }: EventSectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={classNames(frame.section, floor && frame.floor)}>
      <div className={classNames(frame.inside, className)}>{children}</div>
    </section>
  );
}

/** Three dishes as one decorative picture: a large one, and two beside it. */
export function DishTrioPicture({ dishes, eager = false }: { dishes: DishTrio; eager?: boolean }) {
  return (
    <div className={styles.trio}>
      {dishes.map((key, index) => {
        const picture = dishPictureOf(key);
        const sizes = index === 0 ? "(min-width: 60rem) 26rem, 62vw" : "(min-width: 60rem) 13rem, 31vw";
        return (
          picture && (
            <Picture
              key={key}
              picture={picture}
              className={styles.dish}
              sizes={sizes}
              loading={eager ? (index === 0 ? "first" : "eager") : "lazy"}
              alt=""
            />
          )
        );
      })}
    </div>
  );
}
