import { isSending } from "~/shared/http/interrupted";
import { replacementOfPage } from "~/shared/http/replacedPage";
import { readStored, writeStored } from "~/shared/lib/browserStorage";
import { keepCarriedValues } from "./carriedValues";

/** What the page was reloaded for in this tab: names of files. */
const STORAGE_KEY = "oottam.reloaded";

/**
 * Call when code or content failed to load: reloads the page if the server now has a newer build or edition, once for
 * each. Selections and typed values are in storage and in the history entry. Not while something is being sent.
 */
export async function reloadIfReplaced(): Promise<void> {
  const replacement = await replacementOfPage();
  const former = readStored("session", STORAGE_KEY) ?? "";
  if (!replacement || former.includes(replacement) || isSending()) return;
  writeStored("session", STORAGE_KEY, `${former} ${replacement}`);
  // Without storage it might reload for ever.
  if (!readStored("session", STORAGE_KEY)?.includes(replacement)) return;
  keepCarriedValues();
  window.location.reload();
}
