import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./Dialog";

function show(open: boolean) {
  const onClose = vi.fn();
  const view = render(
    <Dialog
      open={open}
      onClose={onClose}
      title="Choose Your Preference"
      actions={<button type="button">Veg</button>}
    >
      <p>Veg or non-veg?</p>
    </Dialog>,
  );
  const dialog = view.container.querySelector("dialog");
  if (!dialog) throw new Error("no dialog");
  return { ...view, dialog, onClose };
}

test("closed, it holds nothing", () => {
  const { dialog } = show(false);
  expect(dialog.open).toBe(false);
  expect(dialog.textContent).toBe("");
});

test("open, it is a modal dialog named by its title", () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const { dialog } = show(true);
  expect(showModal).toHaveBeenCalledTimes(1);
  expect(dialog.open).toBe(true);
  const title = screen.getByRole("heading", { name: "Choose Your Preference" });
  expect(dialog.getAttribute("aria-labelledby")).toBe(title.id);
});

test("the close button, Esc and a click on the backdrop call onClose", () => {
  const { dialog, onClose } = show(true);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(2);
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(3);
});

test("a click inside, or one that starts inside and ends outside, does not close", () => {
  const { dialog, onClose } = show(true);
  const text = screen.getByText("Veg or non-veg?");
  fireEvent.mouseDown(text);
  fireEvent.click(text);
  fireEvent.mouseDown(text);
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
});

test("it closes when `open` becomes false", () => {
  const { dialog, rerender, onClose } = show(true);
  rerender(
    <Dialog open={false} onClose={onClose} title="Choose Your Preference">
      <p>Veg or non-veg?</p>
    </Dialog>,
  );
  expect(dialog.open).toBe(false);
});
