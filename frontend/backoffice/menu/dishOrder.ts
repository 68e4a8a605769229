/**
 * Dishes, or meals of the custom choice, are dragged by their handles, or moved with arrow keys on them; each move is saved at once. Without this script
 * the buttons beside each dish do it.
 */
import { HttpClient } from "../httpClient";

const order = document.querySelector<HTMLElement>("[data-order]");
const status = document.querySelector("[data-order-status]");

function start(list: HTMLElement) {
  const token = list.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")?.value ?? "";
  const client = new HttpClient(location.pathname, token);
  const lines = () => [...list.querySelectorAll<HTMLElement>("[data-dish]")];
  const lists = () => [...list.querySelectorAll<HTMLElement>(".order-dishes")];
  const isFixed = list.dataset.order === "within"; // nothing moves into another list
  let dragged: HTMLElement | undefined;
  let origin: { parent: Element; next: Element | null } | undefined;

  const say = (text: string) => {
    if (status) status.textContent = text;
  };

  function pickUp(line: HTMLElement) {
    dragged = line;
    origin = line.parentElement ? { parent: line.parentElement, next: line.nextElementSibling } : undefined;
    line.classList.add("dragged");
  }

  function dragTo(y: number) {
    if (!dragged) return;
    const target = lists().find((each) => {
      if (isFixed && each !== dragged?.parentElement) return false;
      const box = (each.closest(".order-category") ?? each).getBoundingClientRect();
      return y >= box.top && y <= box.bottom;
    });
    if (!target) return;
    const next = [...target.children].find((each) => {
      const box = each.getBoundingClientRect();
      return each !== dragged && y < box.top + box.height / 2;
    });
    if (dragged.nextElementSibling !== (next ?? null) || dragged.parentElement !== target)
      target.insertBefore(dragged, next ?? null);
  }

  function drop(isKept: boolean) {
    const line = dragged;
    const from = origin;
    dragged = origin = undefined;
    if (!line || !from) return;
    line.classList.remove("dragged");
    const isMoved = line.parentElement !== from.parent || line.nextElementSibling !== from.next;
    if (!isKept) from.parent.insertBefore(line, from.next);
    else if (isMoved) save(line, from);
  }

  async function save(line: HTMLElement, from: { parent: Element; next: Element | null }) {
    const category = line.closest<HTMLElement>("[data-category]")?.dataset.category ?? "";
    const before = line.nextElementSibling instanceof HTMLElement ? line.nextElementSibling.dataset.dish : "";
    const name = line.querySelector("a")?.textContent ?? "";
    try {
      const body = new URLSearchParams({ category, before: before ?? "" });
      const problem = await client.post(line.dataset.move ?? "", {}, body, async (response) =>
        response.ok ? "" : ((await response.json()) as { message: string }).message,
      );
      if (problem) throw new Error(problem);
      say(`${name} is moved. Saved, not live yet.`);
    } catch (error) {
      from.parent.insertBefore(line, from.next);
      say(error instanceof Error && error.message ? error.message : `${name} was not moved: no connection.`);
    }
  }

  function step(line: HTMLElement, by: -1 | 1) {
    const all = lines();
    const other = all[all.indexOf(line) + by];
    if (!other?.parentElement || !line.parentElement) return;
    const from = { parent: line.parentElement, next: line.nextElementSibling };
    const isSameList = other.parentElement === line.parentElement;
    if (isFixed && !isSameList) return;
    const isBefore = by < 0 ? isSameList : !isSameList;
    other.parentElement.insertBefore(line, isBefore ? other : other.nextElementSibling);
    line.querySelector<HTMLElement>(".drag-handle")?.focus();
    save(line, from);
  }

  for (const line of lines()) {
    const handle = line.querySelector<HTMLButtonElement>(".drag-handle");
    if (!handle) continue;
    handle.hidden = false;
    for (const plain of line.querySelectorAll("form")) plain.hidden = true;
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      handle.focus();
      pickUp(line);
    });
    handle.addEventListener("keydown", (event) => {
      if (event.key === "Escape") drop(false);
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      step(line, event.key === "ArrowUp" ? -1 : 1);
    });
  }
  // On the document: a line that moves within the page would lose a captured pointer.
  document.addEventListener("pointermove", (event) => dragTo(event.clientY));
  document.addEventListener("pointerup", () => drop(true));
  document.addEventListener("pointercancel", () => drop(false));
  const hint = document.querySelector<HTMLElement>("[data-drag-hint]");
  if (hint) hint.hidden = false;
}

if (order) start(order);
