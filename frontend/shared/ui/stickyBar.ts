/** Keeps a property of the page at how many pixels a bar that sticks there reaches in from the window's edge. */
function measuring(property: "--covered-top" | "--covered-foot", edge: "top" | "bottom") {
  return (bar: HTMLElement | null) => {
    if (!bar) return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      const beside = bar.offsetWidth < window.innerWidth / 2; // a column beside the content covers none of it
      const distance = Number.parseFloat(getComputedStyle(bar)[edge]); // NaN where it does not stick
      page.setProperty(property, `${(!beside && distance + bar.offsetHeight) || 0}px`);
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      page.removeProperty(property);
    };
  };
}

/** Refs for the bars that keep to the window's edge, so that nothing gets the focus behind them (styles/base.css). */
export const topBar = measuring("--covered-top", "top");
export const footBar = measuring("--covered-foot", "bottom");
