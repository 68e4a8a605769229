/** Matches the path of a request's status page, as the server routes it. */
const STATUS_PATH = /^\/status\/[\w-]{1,100}$/;

export function isStatusPath(value: unknown): value is string {
  return typeof value === "string" && STATUS_PATH.test(value);
}

/** Path of the form that asks for allergies, the first day, and what else an order still needs. */
export function startPath(statusPath: string): string {
  return `${statusPath}/start/`;
}
