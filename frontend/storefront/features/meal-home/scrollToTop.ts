/** Scrolls smoothly to the top (specification, section 2); instantly for visitors who prefer reduced motion. */
export function scrollToTop(): void {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
}
