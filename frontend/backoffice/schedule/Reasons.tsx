import { useEffect, useId, useRef } from "react";
import type { PlanActionState } from "./usePlanAction";

export interface ReasonsProps {
  reasons: readonly string[];
  state: PlanActionState;
}

/** The reason for the audit log: common ones by one tap, or free text. */
export function Reasons({ reasons, state }: ReasonsProps) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const { reason, changeReason, needsReason } = state;
  useEffect(() => {
    if (needsReason) own.current?.focus();
  }, [needsReason]);
  return (
    <fieldset className="field reasons">
      <legend>Reason</legend>
      <div className="choices">
        {reasons.map((each) => (
          <label key={each} className="chip">
            <input
              type="radio"
              name={id}
              checked={reason.common === each}
              onChange={() => changeReason({ common: each })}
            />
            {each}
          </label>
        ))}
      </div>
      <div className="field">
        <label htmlFor={`${id}-own`}>Other reason</label>
        <input
          ref={own}
          id={`${id}-own`}
          value={reason.own}
          maxLength={400}
          autoComplete="off"
          aria-invalid={needsReason || undefined}
          onChange={(event) => changeReason({ own: event.target.value })}
        />
      </div>
    </fieldset>
  );
}
