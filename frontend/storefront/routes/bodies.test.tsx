import contract from "@contract/vectors/bodies.json";
import { act, fireEvent, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { NO_SLOTS, selectDay } from "~/shared/domain/weekly/slots";
import { MEALS, WEEKS } from "~/shared/domain/weekly/weeklyMenu";
import { ComboForm } from "~/storefront/features/combos/form/ComboFormScreen";
import { handoverOf } from "~/storefront/features/combos/handover";
import { OrderForm } from "~/storefront/features/day-order/form/OrderFormScreen";
import { type DayOrderConfig, orderPaths } from "~/storefront/features/day-order/order";
import { nonVegOrder } from "~/storefront/features/day-order/orders/nonveg";
import { trayOrder } from "~/storefront/features/day-order/orders/tray";
import { vegOrder } from "~/storefront/features/day-order/orders/veg";
import { EventBookingForm } from "~/storefront/features/events/booking/EventBooking";
import { BookingForm } from "~/storefront/features/health-plans/HealthPlans";
import { NutritionForm } from "~/storefront/features/nutrition/Nutrition";
import SubscriptionScreen from "~/storefront/features/subscription/SubscriptionScreen";

/** Each form sends the bodies of contract/vectors/bodies.json; the server's tests send them to its endpoints. */

type Values = Readonly<Record<string, unknown>>;
type Kind = keyof typeof contract.forms;

interface Vector {
  readonly name: string;
  readonly form: Kind;
  readonly typed: Values;
  readonly body?: Values;
}

const vectors = contract.vectors as unknown as readonly Vector[];

/** Screens by kind; what is selected before the form is read from the body. */
const SCREENS: Readonly<Record<Kind, (body: Values) => ReactElement>> = {
  veg: (body) => dayOrderForm(vegOrder, body),
  nonveg: (body) => dayOrderForm(nonVegOrder, body),
  tray: (body) => dayOrderForm(trayOrder, body),
  combo: (body) => <ComboForm handover={handoverOf(slotsOf(body), weeklyMenu)} />,
  subscription: () => <SubscriptionScreen />,
  event: () => <EventBookingForm labelledBy="title" />,
  appointment: (body) => <BookingForm doctorName={String(body.doctorName)} onClose={() => {}} />,
  nutrition: () => <NutritionForm />,
};

function dayOrderForm(order: DayOrderConfig, body: Values) {
  const names = (body.selectedItems as readonly { name: string }[]).map(({ name }) => name);
  const dishes = order.menu.categories.flatMap(({ items }) => items);
  const selected = names.flatMap((name) => dishes.filter((dish) => dish.name === name).slice(0, 1));
  return <OrderForm order={order} paths={orderPaths[order.kind]} dishes={selected} />;
}

function slotsOf(body: Values) {
  const sent = body.selectedItems as Record<string, Record<string, readonly string[]>>;
  let slots = NO_SLOTS;
  for (const week of WEEKS) {
    for (const meal of MEALS) {
      weeklyMenu[week][meal].forEach(({ day }, index) => {
        if (sent[week]?.[meal]?.includes(day)) slots = selectDay(slots, { week, meal }, index, true);
      });
    }
  }
  return slots;
}

/** With repeated texts at their length. */
function writtenOut(values: Values): Values {
  const texts = Object.entries(values).map(([name, value]) => {
    const { repeat, times } = Object(value) as { repeat: string; times?: number };
    return [name, times === undefined ? value : repeat.repeat(times)];
  });
  return Object.fromEntries(texts);
}

function type(form: HTMLFormElement, name: string, value: unknown): void {
  const control = form.elements.namedItem(name);
  if (value === true) fireEvent.click(control as HTMLInputElement);
  else fireEvent.change(control as HTMLInputElement, { target: { value } });
}

/** Fills in and submits the form; the browser's validation comes first where the form has it. */
async function submit(screen: ReactElement, state: unknown, typed: Values): Promise<void> {
  window.dispatchEvent(new Event("pagehide")); // writes what the form before still had to persist
  window.history.replaceState(null, "");
  const { container } = render(
    <MemoryRouter initialEntries={[{ pathname: "/", state }]}>{screen}</MemoryRouter>,
  );
  const form = container.querySelector("form") as HTMLFormElement;
  for (const [name, value] of Object.entries(typed)) type(form, name, value);
  // Browsers accept "1e1"; happy-dom does not.
  const validity = Object.getPrototypeOf(document.createElement("input").validity);
  vi.spyOn(validity, "badInput", "get").mockReturnValue(false);
  await act(async () => {
    if (form.noValidate || form.checkValidity()) fireEvent.submit(form);
  });
}

test.each(vectors.map((vector) => [vector.name, vector] as const))("%s", async (_name, vector) => {
  const form = contract.forms[vector.form];
  const typed = writtenOut({ ...form.typed, ...vector.typed });
  const body = writtenOut({ ...form.body, ...(vector.body ?? vector.typed) });
  const fetch = vi.fn((_url: string, _request: RequestInit) => new Promise<Response>(() => {}));
  vi.stubGlobal("fetch", fetch);
  await submit(SCREENS[vector.form](body), { selectedItems: body.selectedItems }, typed);
  const sent = fetch.mock.calls.map(([, request]) => JSON.parse(String(request.body)));
  expect(sent).toEqual([body]);
});
