/** Whether an order was accepted, and the popup's text. */
export interface Verdict {
  readonly accepted: boolean;
  readonly text: string;
}

/** Veg and non-veg: JSON with a status and the server's own message (specification, sections 7 and 8). */
export async function readStatusReply(reply: Response): Promise<Verdict> {
  const body: unknown = await reply.json();
  const { status, message } = Object(body) as Record<string, unknown>;
  const accepted = status === "success";
  const fallback = accepted ? "Order submitted successfully!" : "Server Error!";
  return { accepted, text: typeof message === "string" && message !== "" ? message : fallback };
}

/** Meal tray: only the status of the reply counts, its body stays unread. */
export async function readTrayReply(reply: Response): Promise<Verdict> {
  return reply.ok
    ? { accepted: true, text: "✅ Meal Tray Order submitted successfully!" }
    : { accepted: false, text: "❌ Failed to submit Meal Tray order" };
}
