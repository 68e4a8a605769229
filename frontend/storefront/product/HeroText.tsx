import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./HeroText.module.css";

export interface HeroTextProps {
  heading: ReactNode;
  headingId?: string;
  lead: ReactNode;
  /** Above the heading: a link or a name. */
  above?: ReactNode;
  /** Buttons below the lead. */
  actions?: ReactNode;
  /** Overrides sizes; `--lead-width` and `--lead-size` are the lead's. */
  className?: string | undefined;
  children?: ReactNode;
}

/** The text column of a page's hero: heading, lead and actions. */
export function HeroText({ heading, headingId, lead, above, actions, className, children }: HeroTextProps) {
  return (
    <div className={classNames(styles.text, className)}>
      {above}
      <h1 id={headingId}>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
      {children}
    </div>
  );
}
