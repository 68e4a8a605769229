/**
 * Fields that are typed into like a spreadsheet: arrows, Enter and Escape, a pasted block, and the count of what is
 * unsaved. Each has the value that was shown in `data-was`.
 */
import { readBlock } from "./bulkChange";

export interface CellGridOptions {
  readonly form: HTMLFormElement;
  readonly grid: readonly (readonly HTMLInputElement[])[];
  readonly say: (text: string) => void;
  /** Why a block of so many rows cannot be pasted at this row; "" if it can. */
  readonly refuseBlock: (row: number, rows: number) => string;
  /** Hidden fields that are sent with a cell. */
  readonly besides?: (cell: HTMLInputElement) => readonly HTMLInputElement[];
}

export interface CellGrid {
  readonly update: () => void;
  /** Call before the form is sent: it then sends only what was changed. */
  readonly leave: () => void;
}

export function startCellGrid({ form, grid, say, refuseBlock, besides }: CellGridOptions): CellGrid {
  const cells = grid.flat();
  const known = new Set(cells);
  const count = form.querySelector("[data-count]");
  const before = new Map<HTMLInputElement, string>(); // the value before typing, which Escape restores
  let isLeaving = false;

  const isChanged = (cell: HTMLInputElement) => cell.value.trim() !== cell.dataset.was;
  const cellOf = (target: EventTarget | null) =>
    target instanceof HTMLInputElement && known.has(target) ? target : undefined;

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

  function enable(cell: HTMLInputElement, isSent: boolean) {
    for (const field of [cell, ...(besides?.(cell) ?? [])]) field.disabled = !isSent;
  }

  form.addEventListener("focusin", ({ target }) => {
    const cell = cellOf(target);
    if (!cell) return;
    before.set(cell, cell.value);
    cell.select();
  });

  form.addEventListener("input", update);

  form.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const [row, column] = place(cell);
    const atStart = cell.selectionStart === 0;
    const atEnd = cell.selectionEnd === cell.value.length;
    if (event.key === "Escape") {
      cell.value = before.get(cell) ?? cell.dataset.was ?? "";
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

  form.addEventListener("paste", (event) => {
    const cell = cellOf(event.target);
    const block = readBlock(event.clipboardData?.getData("text/plain") ?? "");
    const width = block[0]?.length ?? 0;
    if (!cell || (block.length < 2 && width < 2)) return; // a single value is typed text
    event.preventDefault();
    const [row, column] = place(cell);
    const problem = block.length > 1 ? refuseBlock(row, block.length) : "";
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

  addEventListener("pageshow", () => {
    isLeaving = false;
    for (const cell of cells) enable(cell, true);
    update();
  });
  addEventListener("beforeunload", (event) => {
    if (!isLeaving && cells.some(isChanged)) event.preventDefault();
  });
  update();

  return {
    update,
    leave() {
      isLeaving = true;
      for (const cell of cells) enable(cell, isChanged(cell));
    },
  };
}
