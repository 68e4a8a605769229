import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import { LinkButton } from "~/shared/ui/Button";
import { paths } from "~/storefront/paths";
import styles from "./CorporatePlans.module.css";

export interface CorporatePlansProps {
  /** Text of the link to the corporate page. */
  linkText: string;
  picture: ReactNode;
  /** Id of the heading, to label the section. */
  headingId?: string;
  className?: string;
}

/** "Corporate Meal Plans": marketing copy for companies, beside a picture (specification, section 1). */
export function CorporatePlans({ linkText, picture, headingId, className }: CorporatePlansProps) {
  return (
    <div className={classNames(styles.card, className)}>
      <div className={styles.text}>
        <h2 id={headingId}>Corporate Meal Plans</h2>
        <ul className={styles.points}>
          <li>HR and admins can sponsor meal plans for their teams.</li>
          <li>Companies can tie up with us for employee discounts.</li>
          <li>Employees get coupons and passes for dine-in.</li>
        </ul>
        <LinkButton to={paths.corporate()}>{linkText}</LinkButton>
      </div>
      {picture}
    </div>
  );
}
