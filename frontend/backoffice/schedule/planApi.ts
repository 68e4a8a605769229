import type { HttpClient } from "../httpClient";
import type { BoxMove, Plan } from "./plan";
import type { PlanAction } from "./planActions";

export type PlanResponse =
  | { readonly kind: "preview"; readonly moved: readonly BoxMove[]; readonly sentences: readonly string[] }
  | { readonly kind: "saved"; readonly address: string }
  /** `errors` are keyed by field name. */
  | { readonly kind: "rejected"; readonly message: string; readonly errors: Readonly<Record<string, string>> }
  /** The plan has changed since the page was rendered; `changes` describes how, newest first. */
  | { readonly kind: "stale"; readonly changes: readonly string[] }
  | { readonly kind: "loggedOut" }
  | { readonly kind: "serverError" }
  /** No response: the action may or may not be saved. */
  | { readonly kind: "unreachable" };

export type PlanApi = (
  action: PlanAction,
  form: URLSearchParams,
  step: "preview" | "save",
) => Promise<PlanResponse>;

/** Posts to the plan's own form pages; the promise never rejects. */
export function createPlanApi(http: HttpClient, plan: Plan): PlanApi {
  return async (action, form, step) => {
    const body = new URLSearchParams(form);
    body.set("version", String(plan.version));
    body.set("do", step);
    try {
      return await http.post(`${plan.address}${action}`, {}, body, parseResponse);
    } catch {
      return { kind: "unreachable" };
    }
  };
}

async function parseResponse(response: Response): Promise<PlanResponse> {
  if (response.status === 401) return { kind: "loggedOut" };
  if (response.status === 409) return { kind: "stale", changes: (await response.json()).since };
  if (response.status !== 200 && response.status !== 422) return { kind: "serverError" };
  const body = await response.json();
  if (response.status === 422) return { kind: "rejected", message: body.message, errors: body.errors };
  if (body.address) return { kind: "saved", address: body.address };
  return { kind: "preview", moved: body.moved, sentences: body.sentences };
}
