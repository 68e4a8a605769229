/**
 * Why a form was not sent, as far as anybody can tell.
 * unreached: no reply came, so it may or may not have arrived. broken: the server could not do its work.
 * refused: the server has looked at it and said no.
 */
export type Failure = "unreached" | "broken" | "refused";

/** By the status of the reply, if one came, and whether it could be read. */
export function failureOf(status: number | undefined, readable: boolean): Failure {
  if (status === undefined) return "unreached";
  return status >= 500 || (status < 400 && !readable) ? "broken" : "refused";
}
