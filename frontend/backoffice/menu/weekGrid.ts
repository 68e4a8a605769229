/**
 * A week of the weekly menu as a spreadsheet: a row is an item of a day, a column a value of a meal. Sends only what was
 * changed. Without this script it is a plain form.
 */
import { startCellGrid } from "./cellGrid";

function rowsOf(form: ParentNode): HTMLInputElement[][] {
  return [...form.querySelectorAll(".week-day")].flatMap((day) => {
    const meals = [...day.querySelectorAll(".week-meal")].map((meal) =>
      [...meal.querySelectorAll(".week-item")].map((item) => [
        ...item.querySelectorAll<HTMLInputElement>("[data-was]"),
      ]),
    );
    return (meals[0] ?? []).map((_, item) => meals.flatMap((meal) => meal[item] ?? []));
  });
}

function start(form: HTMLFormElement) {
  const grid = rowsOf(form);
  const status = form.querySelector("[data-pasted]");
  const { leave } = startCellGrid({
    form,
    grid,
    say: (text) => {
      if (status) status.textContent = text;
    },
    refuseBlock: (row, pasted) => {
      const left = grid.length - row;
      return pasted > left
        ? `You pasted ${pasted} rows, but from here there are ${left}. Nothing was changed.`
        : "";
    },
    besides: (cell) => {
      const initial = cell.previousElementSibling;
      return initial instanceof HTMLInputElement ? [initial] : [];
    },
  });
  form.addEventListener("submit", leave);
}

const week = document.querySelector<HTMLFormElement>("[data-week]");
if (week) start(week);
