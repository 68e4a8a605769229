/** Path of the page on which a customer sees how far a request is, as the server's route has it. */
const STATUS_PATH = /^\/status\/[\w-]{1,100}$/;

export function isStatusPath(value: unknown): value is string {
  return typeof value === "string" && STATUS_PATH.test(value);
}
