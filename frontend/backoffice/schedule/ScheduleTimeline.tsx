import { useRef } from "react";
import { PlanActionPanel } from "./PlanActionPanel";
import type { Plan } from "./plan";
import type { PlanApi } from "./planApi";
import { SelectionBar } from "./SelectionBar";
import styles from "./schedule.module.css";
import { TrackWeeks } from "./TrackWeeks";
import { usePlanAction } from "./usePlanAction";

export interface ScheduleTimelineProps {
  plan: Plan;
  api: PlanApi;
}

/** A plan's weeks with selectable boxes; the preview of an action is drawn into the days. */
export function ScheduleTimeline({ plan, api }: ScheduleTimelineProps) {
  const state = usePlanAction(plan, api);
  const timeline = useRef<HTMLDivElement>(null);

  /** Clearing removes the bar: if it has the focus, the focus moves to the first selected box. */
  function clearSelection(): void {
    const firstSelected = timeline.current?.querySelector<HTMLInputElement>(":checked");
    if (timeline.current?.querySelector("[role=group] :focus")) firstSelected?.focus({ preventScroll: true });
    state.clearSelection();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape must work wherever the focus is within
    <div
      ref={timeline}
      className="timeline-form"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (state.action) state.cancel();
        else clearSelection();
      }}
    >
      {plan.tracks.map((track) => (
        <TrackWeeks key={track.meal} plan={plan} track={track} state={state} />
      ))}
      <div className={state.selected.length > 0 || state.action ? styles.foot : undefined}>
        {state.action ? (
          <PlanActionPanel key={state.action} action={state.action} plan={plan} state={state} />
        ) : (
          <SelectionBar plan={plan} state={state} onClear={clearSelection} />
        )}
      </div>
    </div>
  );
}
