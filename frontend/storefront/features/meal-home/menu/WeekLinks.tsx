import { type MouseEvent, useEffect, useRef, useState } from "react";
import { type WeekId, weekLabel, weekNumber } from "~/shared/domain/weekly/weeklyMenu";
import { topBar } from "~/shared/ui/stickyBar";
import styles from "./WeekLinks.module.css";

/** The id of a week's card. */
export function weekAnchor(week: WeekId): string {
  return `week-${weekNumber(week)}`;
}

interface WeekLinksProps {
  weeks: readonly WeekId[];
  /** Opens the week, scrolls to it and focuses its heading. */
  onFollow: (week: WeekId) => void;
}

/** Links to the weeks, below the site's header while they are in view. */
export function WeekLinks({ weeks, onFollow }: WeekLinksProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => topBar(nav.current), []);
  const current = useFirstInView(weeks, nav);

  function follow(event: MouseEvent, week: WeekId): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return; // another tab or window
    event.preventDefault();
    onFollow(week);
  }

  return (
    <nav ref={nav} aria-label="Weeks" className={styles.nav}>
      <span aria-hidden="true">Week</span>
      <ul className={styles.list}>
        {weeks.map((week) => (
          <li key={week}>
            <a
              href={`#${weekAnchor(week)}`}
              aria-label={weekLabel(week)}
              aria-current={week === current ? "location" : undefined}
              className={styles.link}
              onClick={(event) => follow(event, week)}
            >
              {weekNumber(week)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Distance in pixels from the bar to a card's top after its link was followed, and some more for rounding. */
const BELOW_BAR = 16 + 8;

/** The first of the weeks' cards that is in view below the bar. */
function useFirstInView(weeks: readonly WeekId[], bar: { readonly current: HTMLElement | null }) {
  const [first, setFirst] = useState<WeekId>();
  useEffect(() => {
    if (!bar.current) return;
    const stuckAt = Number.parseFloat(getComputedStyle(bar.current).top); // far below zero where it does not stick
    const covered = Math.max(0, stuckAt + bar.current.offsetHeight) + BELOW_BAR;
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        setFirst(weeks.find((week) => inView.has(weekAnchor(week))));
      },
      { rootMargin: `${-Math.round(covered)}px 0px 0px` },
    );
    for (const week of weeks) {
      const card = document.getElementById(weekAnchor(week));
      if (card) observer.observe(card);
    }
    return () => observer.disconnect();
  }, [weeks, bar]);
  return first;
}
