/** Prints one part of the page; styles/print.css refers to the parts by name. */
export function printAlone(part: "receipt"): void {
  const { dataset } = document.documentElement;
  dataset.print = part;
  window.addEventListener(
    "afterprint",
    () => {
      delete dataset.print;
    },
    { once: true },
  );
  window.print();
}
