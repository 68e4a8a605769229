/** Keeps a custom property of the page equal to how many pixels a sticky bar covers at an edge of the window. */
function measuring(property: "--covered-top" | "--covered-foot", edge: "top" | "bottom") {
  return (bar: HTMLElement | null) => {
    if (!bar) return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      const beside = bar.offsetWidth < window.innerWidth / 2; // a column beside the content covers none of it
      const distance = Number.parseFloat(getComputedStyle(bar)[edge]); // NaN or far below zero when it is not sticky
      page.setProperty(property, `${beside ? 0 : Math.max(0, distance + bar.offsetHeight || 0)}px`);
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      page.removeProperty(property);
    };
  };
}

/** Refs for sticky bars, so that no focused element is hidden behind them (styles/base.css). */
export const topBar = measuring("--covered-top", "top");
export const footBar = measuring("--covered-foot", "bottom");
