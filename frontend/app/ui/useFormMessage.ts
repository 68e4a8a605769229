import { useState } from "react";
import { useLater } from "~/lib/useLater";
import type { FormMessageText } from "./FormMessage";

/** The message of one form. With `durationMs` it goes away by itself; a newer message has its whole time. */
export function useFormMessage(durationMs?: number) {
  const [message, setMessage] = useState<FormMessageText | null>(null);
  const later = useLater();

  function show(next: FormMessageText | null): void {
    setMessage(next);
    if (durationMs !== undefined) later(() => setMessage(null), durationMs);
  }

  return { message, show };
}
