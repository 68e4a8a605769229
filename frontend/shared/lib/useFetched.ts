import { useEffect, useState } from "react";

/**
 * What `fetch` brings, from when it is needed: null until it is here, and "failed" where it did not arrive, which is
 * tried again once the line is back.
 */
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
