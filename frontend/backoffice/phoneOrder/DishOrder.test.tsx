import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { rules } from "~/shared/catalogue/rules";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import { placedDishes } from "~/shared/domain/dishFilters";
import type { Menu } from "~/shared/domain/menu";
import { priceDayOrder } from "~/shared/domain/pricing/dayOrders";
import { formatRupees } from "~/shared/lib/text";
import { nonVegPayload, trayPayload, vegPayload } from "~/shared/payloads/dayOrder";
import { DishOrder, type DishOrderProps } from "./DishOrder";
import type { OrderResponse, OrderSubmitter } from "./orderSubmitter";
import { fillPerson, mockSubmitter, PERSON, pressKeys, submit } from "./testing";

function open(
  menu: Menu,
  payload: DishOrderProps["payload"],
  responses: OrderResponse[] = [],
  minimumDishes = 1,
) {
  const submitter = mockSubmitter(responses);
  render(
    <DishOrder
      menu={menu}
      minimumDishes={minimumDishes}
      payload={payload}
      submitter={submitter as unknown as OrderSubmitter}
    />,
  );
  return { submitter, search: screen.getByRole<HTMLInputElement>("combobox", { name: "Find a dish" }) };
}

const options = () => screen.getAllByRole("option");
const dishOf = (option: Element | null) => option?.children[1]?.firstChild?.textContent?.trim();
const active = (search: HTMLElement) =>
  dishOf(document.getElementById(search.getAttribute("aria-activedescendant") ?? ""));
const selectedNames = () =>
  options()
    .filter((option) => option.getAttribute("aria-selected") === "true")
    .map(dishOf);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const fill = (label: string, value: string) => type(screen.getByLabelText(label), value);
const total = () => screen.getByText("Total").nextElementSibling?.textContent;

const vegDishes = placedDishes(vegMenu).map(({ dish }) => dish);

describe("dish search", () => {
  test("has the focus from the start and shows the whole menu", () => {
    const { search } = open(vegMenu, vegPayload);
    expect(document.activeElement).toBe(search);
    expect(options()).toHaveLength(vegDishes.length);
  });

  test("filters while typing, and Escape clears it", () => {
    const { search } = open(vegMenu, vegPayload);
    type(search, "ragi porr");
    expect(options()).toHaveLength(1);
    pressKeys(search, "Escape");
    expect(search.value).toBe("");
    expect(options()).toHaveLength(vegDishes.length);
  });

  test("arrow keys wrap around, Enter toggles the dish and selects the search text", () => {
    const { search } = open(vegMenu, vegPayload);
    type(search, "smoothie");
    const names = options().map(dishOf);
    expect(active(search)).toBe(names[0]);
    pressKeys(search, "ArrowUp");
    expect(active(search)).toBe(names.at(-1));
    pressKeys(search, "ArrowDown", "ArrowDown", "Enter");
    expect(selectedNames()).toEqual([names[1]]);
    expect([search.selectionStart, search.selectionEnd]).toEqual([0, "smoothie".length]);
    pressKeys(search, "Enter");
    expect(selectedNames()).toEqual([]);
  });

  test("shows a note when no dish matches, and Enter does nothing", () => {
    const { search } = open(vegMenu, vegPayload);
    type(search, "xyzzy");
    pressKeys(search, "Enter", "ArrowDown");
    expect(screen.getByText("No dish of this menu is called that.")).toBeTruthy();
    expect(screen.getByText("No dishes yet.")).toBeTruthy();
  });

  test("a click on a dish selects it", () => {
    open(vegMenu, vegPayload);
    fireEvent.click(options()[2] as HTMLElement);
    expect(selectedNames()).toEqual([vegDishes[2]?.name]);
  });
});

test("a known caller is filled in, and a clashing dish shows a warning while it is selected", () => {
  const name = vegDishes[0]?.name ?? "";
  const block = document.createElement("script");
  block.id = "caller";
  block.type = "application/json";
  const person = { name: "Asha", phone: "98400 12345" };
  block.textContent = JSON.stringify({ person, meals: ["lunch"], warnings: { [name]: `${name} has milk` } });
  document.body.append(block);
  onTestFinished(() => block.remove());
  const { search } = open(vegMenu, vegPayload);
  expect(screen.getByLabelText<HTMLInputElement>("First Name").value).toBe("Asha");
  expect(screen.getByLabelText<HTMLInputElement>("Lunch").checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("Dinner").checked).toBe(false);
  expect(screen.queryByText(`${name} has milk`)).toBeNull();
  pressKeys(search, "Enter");
  expect(screen.getByText(`${name} has milk`)).toBeTruthy();
});

test("removing a selected dish moves the focus to a neighbour", () => {
  const { search } = open(vegMenu, vegPayload);
  pressKeys(search, "Enter", "ArrowDown", "Enter");
  const list = screen.getByRole("region", { name: "Selected dishes" });
  fireEvent.click(within(list).getByRole("button", { name: `Remove ${vegDishes[0]?.name}` }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: `Remove ${vegDishes[1]?.name}` }));
  fireEvent.click(document.activeElement as HTMLElement);
  expect(document.activeElement).toBe(search);
});

describe("the total equals the storefront's", () => {
  test.each([6, 14, 15, 29, 30, 40])("for %i days of two dishes and two meals", (days) => {
    const { search } = open(vegMenu, vegPayload);
    pressKeys(search, "Enter", "ArrowDown", "Enter");
    fill("Days", String(days));
    fireEvent.click(screen.getByLabelText("Breakfast"));
    fireEvent.click(screen.getByLabelText("Dinner"));
    const price = priceDayOrder(vegDishes.slice(0, 2), days, 2, rules);
    expect(total()).toBe(formatRupees(price.finalAmount, { decimals: "always" }));
    expect(screen.queryByText("Free days")?.nextElementSibling?.textContent).toBe(
      price.freeDays > 0 ? String(price.freeDays) : undefined,
    );
  });

  test("a note shows when one more day lowers the total", () => {
    const { search } = open(vegMenu, vegPayload);
    pressKeys(search, "Enter");
    fill("Days", "14");
    expect(screen.getByText(/^One more day costs less: 15 days come to/)).toBeTruthy();
  });

  test("a dish without a price has no total", () => {
    const { search } = open(vegMenu, vegPayload);
    type(search, "ragi porridge");
    pressKeys(search, "Enter");
    expect(total()).toBe("Price on request");
  });
});

describe("the payload equals the storefront's", () => {
  const kinds = [
    { name: "veg", menu: vegMenu, payload: vegPayload },
    { name: "nonveg", menu: nonVegMenu, payload: nonVegPayload },
    { name: "tray", menu: trayMenu, payload: trayPayload },
  ];
  test.each(kinds)("$name", async ({ menu, payload }) => {
    const { submitter, search } = open(menu, payload);
    pressKeys(search, "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter");
    fill("Days", "16");
    fireEvent.click(screen.getByLabelText("Lunch"));
    fillPerson();
    await submit();
    const dishes = placedDishes(menu)
      .slice(0, 4)
      .map(({ dish }) => dish);
    const { name, lastname, ...rest } = PERSON;
    const meals = { breakfast: false, lunch: true, dinner: false };
    const values = { ...rest, firstName: name, lastName: lastname, days: "16", meals };
    expect(submitter.bodies).toEqual([payload(values, priceDayOrder(dishes, 16, 1, rules))]);
    expect(JSON.stringify(submitter.bodies[0])).toBe(
      JSON.stringify(payload(values, priceDayOrder(dishes, 16, 1, rules))),
    );
  });
});

test("values set without an event are sent", async () => {
  const { submitter, search } = open(vegMenu, vegPayload);
  pressKeys(search, "Enter");
  const texts = [
    [/^First Name/, PERSON.name],
    [/^Last Name/, PERSON.lastname],
    [/^Phone/, PERSON.phone],
    [/^Email/, PERSON.email],
    [/^Delivery time/, PERSON.timing],
    [/^Address/, PERSON.address],
    [/^Days/, "16"],
  ] as const;
  for (const [label, text] of texts) screen.getByLabelText<HTMLInputElement>(label).value = text;
  for (const label of ["Lunch", "Dinner"]) screen.getByLabelText<HTMLInputElement>(label).checked = true;
  await submit();
  const sections = { breakfast: false, lunch: true, dinner: true };
  expect(submitter.bodies).toMatchObject([{ ...PERSON, date: 16, sections }]);
});

test("the e-mail address is optional", async () => {
  const { submitter, search } = open(vegMenu, vegPayload);
  pressKeys(search, "Enter");
  fireEvent.click(screen.getByLabelText("Lunch"));
  fillPerson();
  type(screen.getByLabelText(/^Email/), "");
  await submit();
  expect(submitter.bodies).toMatchObject([{ email: "" }]);
});

describe("validation shows the storefront's message and moves the focus to the invalid field", () => {
  test("no dishes, no meals", async () => {
    const { submitter, search } = open(vegMenu, vegPayload);
    await submit();
    expect(document.activeElement).toBe(search);
    expect(screen.getByText("Please select items first.")).toBeTruthy();
    expect(screen.getByText("Tick breakfast, lunch or dinner.")).toBeTruthy();
    pressKeys(search, "Enter");
    expect(screen.queryByText("Please select items first.")).toBeNull();
    expect(document.activeElement).toBe(search);
    await submit();
    expect(document.activeElement).toBe(screen.getByLabelText("Breakfast"));
    expect(submitter.bodies).toEqual([]);
  });

  test.each(["", "5"])("%j days", async (days) => {
    const { search } = open(vegMenu, vegPayload);
    pressKeys(search, "Enter");
    fill("Days", days);
    await submit();
    expect(document.activeElement).toBe(screen.getByLabelText("Days"));
    expect(screen.getByText(`Minimum ${rules.days.min} days required.`)).toBeTruthy();
    expect(total()).toBe("–");
  });

  test("a tray of three", async () => {
    const { search, submitter } = open(trayMenu, trayPayload, [], rules.tray.minimumDishes);
    pressKeys(search, "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter");
    expect(screen.getByText("Minimum 4 Items Required. 1 to go.")).toBeTruthy();
    fireEvent.click(screen.getByLabelText("Lunch"));
    fillPerson();
    await submit();
    expect(submitter.bodies).toEqual([]);
    expect(document.activeElement).toBe(search);
  });
});

describe("after the response", () => {
  const submitFilled = async (...responses: OrderResponse[]) => {
    const form = open(vegMenu, vegPayload, responses);
    pressKeys(form.search, "Enter");
    fireEvent.click(screen.getByLabelText("Lunch"));
    fillPerson();
    await submit();
    return form;
  };
  const isFormFilled = () =>
    screen.getByLabelText<HTMLInputElement>("Phone").value === PERSON.phone && selectedNames().length === 1;

  test("a stored order opens its page once", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
    const { submitter } = await submitFilled({ kind: "stored", reference: "OT-7K2M9QX", address: "/there/" });
    expect(assign.mock.calls).toEqual([["/there/"]]);
    expect(screen.getByRole("link", { name: "OT-7K2M9QX" }).getAttribute("href")).toBe("/there/");
    await submit();
    expect(submitter.bodies).toHaveLength(1);
  });

  test("a second press while saving sends nothing", async () => {
    const { submitter, search } = open(vegMenu, vegPayload, []);
    pressKeys(search, "Enter");
    fireEvent.click(screen.getByLabelText("Lunch"));
    fillPerson();
    const form = document.querySelector("form") as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await submit();
    expect(submitter.bodies).toHaveLength(1);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Saving…" }).disabled).toBe(true);
  });

  test("a rejection shows an error at its field until the field changes, and the values stay", async () => {
    await submitFilled({
      kind: "rejected",
      message: "Look at the phone.",
      errors: { phone: "Phone is odd." },
    });
    expect(screen.getByRole("alert").textContent).toBe("Look at the phone.");
    const phone = screen.getByLabelText("Phone");
    expect(document.activeElement).toBe(phone);
    expect(screen.getByText("Phone is odd.")).toBeTruthy();
    expect(isFormFilled()).toBe(true);
    type(phone, "98400 12346");
    expect(screen.queryByText("Phone is odd.")).toBeNull();
  });

  test.each([
    [{ kind: "unreachable" }, /saved only once/],
    [{ kind: "loggedOut" }, /Log in again in another tab/],
    [{ kind: "serverError", message: "We could not save your order." }, /could not save/],
  ] as [OrderResponse, RegExp][])(
    "%j shows a message, and the form can be sent again",
    async (response, message) => {
      const { submitter } = await submitFilled(response);
      expect(screen.getByRole("alert").textContent).toMatch(message);
      expect(isFormFilled()).toBe(true);
      await submit();
      expect(submitter.bodies).toHaveLength(2);
      expect(submitter.renewals).toBe(0);
    },
  );

  test("an order already stored with other details is sent again only after a warning", async () => {
    const { submitter } = await submitFilled({ kind: "alreadyStored" });
    expect(screen.getByRole("alert").textContent).toMatch(/with other details was already saved/);
    expect(submitter.renewals).toBe(1);
    expect(isFormFilled()).toBe(true);
  });
});
