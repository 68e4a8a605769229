/* Narrows the list of dishes while a name is typed; without it the button Show does the same. */
const field = document.querySelector<HTMLInputElement>("[data-find]");
const none = document.querySelector<HTMLElement>("[data-none]");
const rows = [...document.querySelectorAll<HTMLElement>("[data-dishes] > li")];

field?.addEventListener("input", () => {
  const text = field.value.trim().toLowerCase();
  let count = 0;
  for (const row of rows) {
    row.hidden = !row.querySelector("summary")?.firstChild?.textContent?.toLowerCase().includes(text);
    count += row.hidden ? 0 : 1;
  }
  if (none) {
    none.hidden = count > 0;
  }
});
