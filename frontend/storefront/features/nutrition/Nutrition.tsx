import { SquarePicture } from "~/shared/ui/SquarePicture";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { nutritionBoxes } from "./boxes";
import styles from "./Nutrition.module.css";
import { NutritionForm } from "./NutritionForm";
import { pictures } from "./pictures";
import { texts } from "./texts";

/** Intro with four boxes, then the form (specification, section 2 "Nutrition screen"). */
export function Nutrition() {
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1>{texts.heading}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </header>
      <ul className={styles.boxes}>
        {nutritionBoxes.map(({ title, text, dish }) => (
          <li key={title} className={styles.box}>
            <div className={styles.picture}>
              <SquarePicture
                picture={pictures[dish]}
                sizes="(min-width: 60rem) 18rem, 36vw"
                eager
                className={styles.image}
              />
            </div>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
      <WithoutScript what="This form" topic={{ about: "a nutrition enquiry" }} />
      <NutritionForm />
    </div>
  );
}
