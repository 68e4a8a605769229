import { useEffect, useMemo, useRef, useState } from "react";
import type { Answer, Ask } from "./asking";
import { type Chosen, chosenOf, type Doing, formOf, may, usual, type Values } from "./doings";
import type { Moved, Plan } from "./plan";

/** What the desk reads when something was not saved, or nobody knows. */
const WORDS = {
  loggedOut:
    "You have been logged out. Log in again in another tab, then press the button here: nothing is lost.",
  unreached:
    "No answer from the server, so it may or may not be saved. Press the button again: it is done only once.",
  unseen: "No answer from the server, so there is no preview. Change something, or press the button to try.",
  broken: "The server could not do this.",
  stale: "This plan has changed since you opened this page, so nothing was saved:",
};
const NOTHING: readonly Moved[] = [];

/** Why it is done: of one tap, and in words of one's own. */
export interface Reason {
  readonly common: string;
  readonly own: string;
}

/** Which boxes are ticked, what is about to be done to them, and what the server says that it would do. */
export function useDoing(plan: Plan, ask: Ask) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [doing, setDoing] = useState<Doing | null>(null);
  // What was about to be done, and was left as it is.
  const [left, setLeft] = useState<Doing | null>(null);
  const [values, setValues] = useState<Values>(() => usual([]));
  const [reason, setReason] = useState<Reason>({ common: "", own: "" });
  const [seen, setSeen] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Answer | null>(null);
  const [saving, setSaving] = useState(false);
  // Of several questions under way the last one's answer counts.
  const asked = useRef(0);
  // A ref beside the state: the second press of two comes before the next drawing.
  const busy = useRef(false);

  const chosen = useMemo(() => chosenOf(plan, ticked), [plan, ticked]);
  const form = doing ? formOf(doing, chosen, values) : null;
  const query = form?.toString() ?? "";

  useEffect(() => {
    const mine = ++asked.current;
    setSeen(null);
    setFailure(null);
    if (!doing || !query) return;
    void ask(doing, new URLSearchParams(query), "preview").then((answer) => {
      if (mine === asked.current) setSeen(answer);
    });
  }, [ask, doing, query]);

  function tick(id: number, on: boolean): void {
    const now = new Set(ticked);
    if (on) now.add(id);
    else now.delete(id);
    setTicked(now);
    setLeft(null);
    if (doing && doing !== "pause" && !may(doing, chosenOf(plan, now))) setDoing(null);
  }

  function begin(next: Doing): void {
    setValues(usual(chosen));
    setDoing(next);
  }

  async function save(): Promise<void> {
    if (!doing || !form || busy.current) return;
    busy.current = true;
    setSaving(true);
    setFailure(null);
    form.set("common", reason.common);
    form.set("reason", reason.own);
    const answer = await ask(doing, form, "save");
    if (answer.kind === "done") return location.assign(atTheseWeeks(answer.address, plan));
    busy.current = false;
    setSaving(false);
    setFailure(answer);
  }

  const stale = [failure, seen].find((answer) => answer?.kind === "stale");

  return {
    ticked,
    tick,
    untick: () => {
      setTicked(new Set());
      setDoing(null);
    },
    chosen: chosen as readonly Chosen[],
    doing,
    begin,
    left,
    leave: () => {
      setLeft(doing);
      setDoing(null);
    },
    values,
    change: (changed: Partial<Values>) => setValues((now) => ({ ...now, ...changed })),
    reason,
    explain: (changed: Partial<Reason>) => setReason((now) => ({ ...now, ...changed })),
    moved: seen?.kind === "shown" ? seen.moved : NOTHING,
    sentences: seen?.kind === "shown" ? seen.sentences : [],
    /** Whether the server is still thinking about what is filled in. */
    waiting: doing !== null && query !== "" && seen === null,
    refusal: seen && seen.kind !== "shown" ? wordsOf(seen, WORDS.unseen) : null,
    failure: failure && wordsOf(failure, WORDS.unreached),
    /** What was done to the plan since the page was made; null while it is as the page shows it. */
    since: stale?.since ?? null,
    wantsReason: failure?.kind === "refused" && "reason" in failure.errors,
    canSave: form !== null && seen !== null && seen.kind !== "refused" && !stale,
    saving,
    save: () => void save(),
  };
}

export type State = ReturnType<typeof useDoing>;

/** Whoever has leafed through the weeks comes back to those. */
function atTheseWeeks(address: string, plan: Plan): string {
  return new URLSearchParams(location.search).has("from") ? `${address}&from=${plan.begin}` : address;
}

function wordsOf(answer: Answer, unreached: string): string | null {
  switch (answer.kind) {
    case "refused":
      return answer.message;
    case "unreached":
      return unreached;
    case "loggedOut":
    case "broken":
    case "stale":
      return WORDS[answer.kind];
    default:
      return null;
  }
}
