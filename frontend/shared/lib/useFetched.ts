import { useEffect, useState } from "react";

/** Fetches once it is needed: null while loading, "failed" on an error, and retried when the browser is online again. */
export function useFetched<Fetched>(
  fetch: () => Promise<Fetched>,
  needed: boolean,
): Fetched | "failed" | null {
  const [fetched, setFetched] = useState<Fetched | "failed" | null>(null);
  const isLoaded = fetched !== null && fetched !== "failed";
  useEffect(() => {
    if (!needed || isLoaded) return;
    const load = () =>
      fetch().then(
        (arrived) => setFetched(() => arrived),
        () => setFetched("failed"),
      );
    void load();
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, [fetch, needed, isLoaded]);
  return fetched;
}
