/**
 * The price grid as a spreadsheet: arrows, Enter and Escape, a pasted block, a change of many prices in place, and the
 * count of what is unsaved. Sends only the cells that were changed. Without this script it is a plain form.
 */
import { changePrice, formatPrice, type Rounding, readBlock, readPrice } from "./bulkChange";

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
  const count = prices.querySelector("[data-count]");
  const status = prices.querySelector("[data-pasted]");
  const sheet = prices.querySelector<HTMLDialogElement>("#bulk");
  const before = new Map<HTMLInputElement, string>(); // of the cell that is typed into, for Escape
  let isLeaving = false;

  const isChanged = (cell: HTMLInputElement) => cell.value.trim() !== cell.dataset.was;
  const ticked = () => [...prices.querySelectorAll<HTMLInputElement>("[name=choose]:checked")];
  const say = (text: string) => {
    if (status) status.textContent = text;
  };

  function update() {
    for (const cell of cells) cell.classList.toggle("changed", isChanged(cell));
    const changed = cells.filter(isChanged).length;
    if (count) count.textContent = changed ? `${changed} ${changed === 1 ? "change" : "changes"}` : "";
  }

  function focus(row: number, column: number): boolean {
    const cell = grid[row]?.[column];
    cell?.focus();
    cell?.select();
    return cell !== undefined;
  }

  function place(cell: HTMLInputElement): [number, number] {
    const row = grid.findIndex((each) => each.includes(cell));
    return [row, grid[row]?.indexOf(cell) ?? 0];
  }

  prices.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.was !== undefined) {
      before.set(target, target.value);
      target.select();
    }
  });

  prices.addEventListener("input", update);

  prices.addEventListener("keydown", (event) => {
    const { target: cell } = event;
    if (!(cell instanceof HTMLInputElement)) return;
    if (cell.dataset.was === undefined) {
      if (event.key === "Enter" && sheet?.contains(cell)) {
        event.preventDefault();
        preview();
      }
      return;
    }
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const [row, column] = place(cell);
    const atStart = cell.selectionStart === 0;
    const atEnd = cell.selectionEnd === cell.value.length;
    if (event.key === "Escape") {
      cell.value = before.get(cell) ?? cell.dataset.was;
      cell.select();
      update();
    } else if (event.key === "Enter") {
      focus(row + (event.shiftKey ? -1 : 1), column);
    } else if (event.key === "ArrowDown") {
      focus(row + 1, column);
    } else if (event.key === "ArrowUp") {
      focus(row - 1, column);
    } else if (!(event.key === "ArrowLeft" && atStart && !event.shiftKey && focus(row, column - 1))) {
      if (!(event.key === "ArrowRight" && atEnd && !event.shiftKey && focus(row, column + 1))) return;
    }
    event.preventDefault();
  });

  /** A column that ends neither with the list nor with the category is one of other dishes. */
  function wrongLength(row: number, pasted: number): string {
    const left = grid.length - row;
    const inCategory = toCategoryEnd(rows, row);
    if (pasted === left || pasted === inCategory) return "";
    const dishes = left === inCategory ? "" : `, ${inCategory} of them in this category`;
    return `You pasted ${pasted} rows, but from here there are ${left} dishes${dishes}. Nothing was changed.`;
  }

  prices.addEventListener("paste", (event) => {
    const { target: cell } = event;
    const block = readBlock(event.clipboardData?.getData("text/plain") ?? "");
    if (!(cell instanceof HTMLInputElement) || cell.dataset.was === undefined) return;
    if (block.length < 2 && (block[0]?.length ?? 0) < 2) return; // a single price is typed text
    event.preventDefault();
    const [row, column] = place(cell);
    const width = block[0]?.length ?? 0;
    const problem = block.length > 1 ? wrongLength(row, block.length) : "";
    if (problem) {
      say(problem);
      return;
    }
    const isEven = block.every((line) => line.length === width);
    if (!isEven || column + width > (grid[row]?.length ?? 0)) {
      say("You pasted more columns than there are from here. Nothing was changed.");
      return;
    }
    for (const [down, line] of block.entries()) {
      for (const [across, text] of line.entries()) {
        const target = grid[row + down]?.[column + across];
        if (target) target.value = text;
      }
    }
    say(`Pasted ${block.length} ${block.length === 1 ? "row" : "rows"}. Nothing is saved yet.`);
    update();
  });

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
      const price = readPrice(cell.dataset.was ?? "");
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
    isLeaving = true;
    for (const cell of cells) cell.disabled = !isChanged(cell);
  });
  addEventListener("pageshow", () => {
    isLeaving = false;
    for (const cell of cells) cell.disabled = false;
    update();
  });
  addEventListener("beforeunload", (event) => {
    if (!isLeaving && cells.some(isChanged)) event.preventDefault();
  });
  update();
}

if (form) start(form);
