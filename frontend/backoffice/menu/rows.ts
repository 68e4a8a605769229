/**
 * Rows of a form are added, removed and moved in the page; nothing is saved before the form is. Without this script the
 * same buttons post the form, and the server answers it rearranged.
 */

/** Write the row's number into names of its inputs and buttons. */
function renumber(row: HTMLElement, number: number, isLast: boolean) {
  const suffix = /-\d+(-[a-zA-Z]+(?:-error)?)$/;
  for (const each of row.querySelectorAll<HTMLElement>("[id], [for], [aria-describedby]"))
    for (const name of ["id", "for", "aria-describedby"]) {
      const value = each.getAttribute(name);
      if (value) each.setAttribute(name, value.replace(suffix, `-${number}$1`));
    }
  for (const each of row.querySelectorAll(".visually-hidden")) each.textContent = ` ${number}`;
  for (const button of row.querySelectorAll<HTMLButtonElement>("[data-step]")) {
    button.value = button.value.replace(/\d+$/, String(number));
    button.setAttribute(
      "aria-label",
      (button.getAttribute("aria-label") ?? "").replace(/\d+/, String(number)),
    );
    button.disabled = button.dataset.step === "up" ? number === 1 : button.dataset.step === "down" && isLast;
  }
}

/** Empty a row: its inputs, and the errors beside them. */
function empty(row: HTMLElement) {
  for (const error of row.querySelectorAll(".wrong")) error.remove();
  for (const input of row.querySelectorAll<HTMLInputElement>("input, textarea, select")) {
    input.value = "";
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

function start(field: HTMLElement) {
  const list = field.querySelector<HTMLElement>("[data-row-list]");
  const add = field.querySelector<HTMLButtonElement>("[data-add]");
  if (!list) return;
  const rows = () => [...list.querySelectorAll<HTMLElement>(":scope > [data-row]")];

  function settle() {
    const all = rows();
    for (const [at, row] of all.entries()) renumber(row, at + 1, at === all.length - 1);
    if (add) add.disabled = all.length >= Number(add.dataset.max);
  }

  function step(row: HTMLElement, name: string) {
    const all = rows();
    const at = all.indexOf(row);
    if (name === "remove") {
      if (all.length > 1) row.remove();
      else empty(row); // the last row is the pattern of new ones
      const next = rows()[Math.min(at, rows().length - 1)];
      next?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus();
    } else if (name === "up") all[at - 1]?.before(row);
    else all[at + 1]?.after(row);
    settle();
    if (name === "remove") return;
    const button = row.querySelector<HTMLButtonElement>(`[data-step=${name}]`);
    const focused = button?.disabled ? row.querySelector<HTMLElement>("[data-step]:not(:disabled)") : button;
    focused?.focus();
  }

  field.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-step], [data-add]") : null;
    if (!button) return;
    event.preventDefault();
    const row = button.closest<HTMLElement>("[data-row]");
    if (row) {
      step(row, button.dataset.step ?? "");
      return;
    }
    const copy = rows().at(-1)?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return;
    empty(copy);
    list.append(copy);
    settle();
    copy.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus();
  });
}

for (const field of document.querySelectorAll<HTMLElement>("[data-rows]")) start(field);

export {}; // a module, so that its names are its own
