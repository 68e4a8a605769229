import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import frame from "./EventFrame.module.css";

export interface EventSectionProps {
  id?: string;
  /** Id of the heading that labels the section. */
  labelledBy: string;
  /** With the event's background instead of the page's. */
  floor?: boolean;
  /** Class of the content. */
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
