import { useEffect, useId, useRef } from "react";
import type { State } from "./useDoing";

export interface ReasonsProps {
  reasons: readonly string[];
  state: State;
}

/** Why: what is said most often by one tap, and words of one's own. */
export function Reasons({ reasons, state }: ReasonsProps) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const { reason, explain, wantsReason } = state;
  useEffect(() => {
    if (wantsReason) own.current?.focus();
  }, [wantsReason]);
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
              onChange={() => explain({ common: each })}
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
          aria-invalid={wantsReason || undefined}
          onChange={(event) => explain({ own: event.target.value })}
        />
      </div>
    </fieldset>
  );
}
