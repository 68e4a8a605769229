import { useEffect, useMemo, useRef, useState } from "react";
import { useSingleSubmission } from "~/shared/lib/useSingleSubmission";
import type { BoxMove, Plan } from "./plan";
import {
  type ActionValues,
  buildForm,
  initialValues,
  isAllowed,
  type PlanAction,
  type SelectedBox,
  selectedBoxes,
} from "./planActions";
import type { PlanApi, PlanResponse } from "./planApi";

const MESSAGES = {
  loggedOut:
    "You have been logged out. Log in again in another tab, then press the button here: nothing is lost.",
  unreachableMessage:
    "No answer from the server, so it may or may not be saved. Press the button again: it is done only once.",
  noPreview:
    "No answer from the server, so there is no preview. Change something, or press the button to try.",
  serverError: "The server could not do this.",
  stale: "This plan has changed since you opened this page, so nothing was saved:",
};
const NO_MOVES: readonly BoxMove[] = [];

export interface Reason {
  readonly common: string;
  readonly own: string;
}

/** The selected boxes, the action chosen for them, and the server's preview of it. */
export function usePlanAction(plan: Plan, api: PlanApi) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [action, setAction] = useState<PlanAction | null>(null);
  // Its button gets the focus back.
  const [cancelledAction, setCancelledAction] = useState<PlanAction | null>(null);
  const [values, setValues] = useState<ActionValues>(() => initialValues([]));
  const [reason, setReason] = useState<Reason>({ common: "", own: "" });
  const [preview, setPreview] = useState<PlanResponse | null>(null);
  const [saveError, setSaveError] = useState<PlanResponse | null>(null);
  const { phase, submit } = useSingleSubmission();
  // Of several previews in flight only the last one's response counts.
  const previewNumber = useRef(0);

  const selected = useMemo(() => selectedBoxes(plan, selectedIds), [plan, selectedIds]);
  const form = action ? buildForm(action, selected, values) : null;
  const query = form?.toString() ?? "";

  useEffect(() => {
    const number = ++previewNumber.current;
    setPreview(null);
    setSaveError(null);
    if (!action || !query) return;
    void api(action, new URLSearchParams(query), "preview").then((response) => {
      if (number === previewNumber.current) setPreview(response);
    });
  }, [api, action, query]);

  function select(id: number, isSelected: boolean): void {
    const next = new Set(selectedIds);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelectedIds(next);
    setCancelledAction(null);
    if (action && action !== "pause" && !isAllowed(action, selectedBoxes(plan, next))) setAction(null);
  }

  function start(next: PlanAction): void {
    setValues(initialValues(selected));
    setAction(next);
  }

  async function save(action: PlanAction, form: URLSearchParams): Promise<boolean> {
    setSaveError(null);
    form.set("common", reason.common);
    form.set("reason", reason.own);
    const response = await api(action, form, "save");
    if (response.kind === "saved") location.assign(withCurrentWeeks(response.address, plan));
    else setSaveError(response);
    return response.kind === "saved";
  }

  const stale = [saveError, preview].find((response) => response?.kind === "stale");

  return {
    selectedIds,
    select,
    clearSelection: () => {
      setSelectedIds(new Set());
      setAction(null);
    },
    selected: selected as readonly SelectedBox[],
    action,
    start,
    cancelledAction,
    cancel: () => {
      setCancelledAction(action);
      setAction(null);
    },
    values,
    change: (changes: Partial<ActionValues>) => setValues((current) => ({ ...current, ...changes })),
    reason,
    changeReason: (changes: Partial<Reason>) => setReason((current) => ({ ...current, ...changes })),
    moves: preview?.kind === "preview" ? preview.moved : NO_MOVES,
    effects: preview?.kind === "preview" ? preview.sentences : [],
    isLoadingPreview: action !== null && query !== "" && preview === null,
    previewError: preview && preview.kind !== "preview" ? messageOf(preview, MESSAGES.noPreview) : null,
    saveError: saveError && messageOf(saveError, MESSAGES.unreachableMessage),
    /** The plan's changes since the page was rendered; null while there are none. */
    changesSince: stale?.changes ?? null,
    needsReason: saveError?.kind === "rejected" && "reason" in saveError.errors,
    canSave: form !== null && preview !== null && preview.kind !== "rejected" && !stale,
    isSaving: phase !== "idle",
    save: () => {
      if (action && form) void submit(() => save(action, form));
    },
  };
}

export type PlanActionState = ReturnType<typeof usePlanAction>;

/** Returns to the weeks in view, if the user has paged through them. */
function withCurrentWeeks(address: string, plan: Plan): string {
  return new URLSearchParams(location.search).has("from") ? `${address}&from=${plan.begin}` : address;
}

function messageOf(response: PlanResponse, unreachableMessage: string): string | null {
  switch (response.kind) {
    case "rejected":
      return response.message;
    case "unreachable":
      return unreachableMessage;
    case "loggedOut":
    case "serverError":
    case "stale":
      return MESSAGES[response.kind];
    default:
      return null;
  }
}
