import { useRef } from "react";
import type { Ask } from "./asking";
import { DoingPanel } from "./DoingPanel";
import type { Plan } from "./plan";
import styles from "./schedule.module.css";
import { TickedBar } from "./TickedBar";
import { TrackWeeks } from "./TrackWeeks";
import { useDoing } from "./useDoing";

export interface ScheduleStripProps {
  plan: Plan;
  ask: Ask;
}

/** A plan's weeks: days are ticked, and what would become of them is seen where it would be. */
export function ScheduleStrip({ plan, ask }: ScheduleStripProps) {
  const state = useDoing(plan, ask);
  const strip = useRef<HTMLDivElement>(null);

  /** The bar goes with the last tick: who stood on it comes to the first day that was ticked. */
  function untick(): void {
    const ticked = strip.current?.querySelector<HTMLInputElement>(":checked");
    if (strip.current?.querySelector("[role=group] :focus")) ticked?.focus({ preventScroll: true });
    state.untick();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Escape key is heard wherever the focus is within
    <div
      ref={strip}
      className="strip-form"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (state.doing) state.leave();
        else untick();
      }}
    >
      {plan.tracks.map((track) => (
        <TrackWeeks key={track.meal} plan={plan} track={track} state={state} />
      ))}
      <div className={state.chosen.length > 0 || state.doing ? styles.foot : undefined}>
        {state.doing ? (
          <DoingPanel key={state.doing} doing={state.doing} plan={plan} state={state} />
        ) : (
          <TickedBar plan={plan} state={state} onUntick={untick} />
        )}
      </div>
    </div>
  );
}
