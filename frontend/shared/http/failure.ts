/**
 * Why a form was not sent. unreachable: no response, so it may or may not have arrived. serverError: the server failed
 * or its reply was unreadable. rejected: the server did not accept it.
 */
export type Failure = "unreachable" | "serverError" | "rejected";

/** `status` is undefined when no response came; `readable` is false when its body could not be parsed. */
export function failureOf(status: number | undefined, readable: boolean): Failure {
  if (status === undefined) return "unreachable";
  return status >= 500 || (status < 400 && !readable) ? "serverError" : "rejected";
}
