/**
 * The price grid as a spreadsheet: arrows, Enter and Escape, a pasted block, a change of many prices in place, and the
 * count of what is unsaved. Sends only the cells that were changed. Without this script it is a plain form.
 */
import { readRupees } from "~/shared/lib/text";
import { changePrice, formatPrice, type Rounding } from "./bulkChange";
import { startCellGrid } from "./cellGrid";

const LEAST_PERCENT = -90;
const MOST_PERCENT = 200;
const form = document.querySelector<HTMLFormElement>("[data-prices]");

/** How many dishes there are from this row to the end of its category. */
function toCategoryEnd(rows: readonly Element[], row: number): number {
  const end = rows.findIndex((each, at) => at >= row && !each.nextElementSibling?.matches(".price-row"));
  return (end < 0 ? rows.length - 1 : end) - row + 1;
}

function start(prices: HTMLFormElement) {
  const rows = [...prices.querySelectorAll<HTMLTableRowElement>(".price-row")];
  const grid = rows.map((row) => [...row.querySelectorAll<HTMLInputElement>("[data-was]")]);
  const cells = grid.flat();
  const status = prices.querySelector("[data-pasted]");
  const sheet = prices.querySelector<HTMLDialogElement>("#bulk");

  const ticked = () => [...prices.querySelectorAll<HTMLInputElement>("[name=choose]:checked")];
  const say = (text: string) => {
    if (status) status.textContent = text;
  };

  sheet?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    preview();
  });

  /** A pasted column must reach the end of the list or of the category: otherwise it has the prices of other dishes. */
  function wrongLength(row: number, pasted: number): string {
    const left = grid.length - row;
    const inCategory = toCategoryEnd(rows, row);
    if (pasted === left || pasted === inCategory) return "";
    const dishes = left === inCategory ? "" : `, ${inCategory} of them in this category`;
    return `You pasted ${pasted} rows, but from here there are ${left} dishes${dishes}. Nothing was changed.`;
  }

  const { update, leave } = startCellGrid({ form: prices, grid, say, refuseBlock: wrongLength });

  function preview() {
    const field = (name: string) =>
      prices.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)?.value ?? "";
    const percent = Number(field("percent").replace("−", "-").replace("%", "").trim() || Number.NaN);
    const chosen = new Set(ticked().map((box) => box.closest("tr")));
    const affected = cells.filter((cell) => chosen.size === 0 || chosen.has(cell.closest("tr")));
    sheet?.close();
    if (!(percent >= LEAST_PERCENT && percent <= MOST_PERCENT)) {
      say(`Type a percentage from ${LEAST_PERCENT} to ${MOST_PERCENT}. Nothing was changed.`);
      return;
    }
    let changed = 0;
    for (const cell of affected) {
      const price = readRupees(cell.dataset.was ?? "");
      if (price === undefined) continue; // on request
      cell.value = formatPrice(changePrice(price, percent, Number(field("step")), field("way") as Rounding));
      changed += 1;
    }
    say(`${changed} new prices are in the fields. Look at them, then save.`);
    update();
  }

  for (const button of prices.querySelectorAll<HTMLButtonElement>("[popovertarget=bulk]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      if (sheet?.open) sheet.close();
      else {
        const scope = sheet?.querySelector("[data-scope]");
        const chosen = ticked().length;
        if (scope) {
          scope.textContent = chosen
            ? `Changes the ${chosen} ticked ${chosen === 1 ? "dish" : "dishes"}.`
            : `Changes all ${grid.length} dishes of this list. Tick dishes to change only those.`;
        }
        sheet?.showModal();
      }
    });
  }

  prices.addEventListener("submit", (event) => {
    if (event.submitter instanceof HTMLButtonElement && event.submitter.value === "preview") {
      event.preventDefault();
      preview();
      return;
    }
    leave();
  });
}

if (form) start(form);
