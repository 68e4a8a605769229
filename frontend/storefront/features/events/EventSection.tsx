import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import frame from "./EventFrame.module.css";

export interface EventSectionProps {
  id?: string;
  /** Heading that names the section. */
  labelledBy: string;
  /** Stands on the event's floor instead of the page's paper. */
  floor?: boolean;
  /** Look of the content. */
  className?: string;
  children: ReactNode;
}

/** One band of an event's page: full-width ground, content in the middle. */
export function EventSection({ id, labelledBy, floor = false, className, children }: EventSectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={classNames(frame.section, floor && frame.floor)}>
      <div className={classNames(frame.inside, className)}>{children}</div>
    </section>
  );
}
