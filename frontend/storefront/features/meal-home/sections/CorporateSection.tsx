import { Picture } from "~/shared/ui/Picture";
import { CorporatePlans } from "~/storefront/product/CorporatePlans";
import { pictures } from "../pictures";
import { texts } from "../texts";
import styles from "./CorporateSection.module.css";

/** Offer for companies (specification, section 2 "Home page of the meal area"). */
export function CorporateSection() {
  return (
    <section aria-labelledby="corporate-title" className={styles.section}>
      <CorporatePlans
        headingId="corporate-title"
        linkText="Plan meals for your office"
        picture={
          <Picture
            picture={pictures["corporate-meal-plan"]}
            sizes="(min-width: 60rem) 40rem, 100vw"
            alt={texts.corporateAlt}
          />
        }
      />
    </section>
  );
}
