import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { NO_SLOTS } from "~/shared/domain/weekly/slots";
import { handoverOf } from "~/storefront/features/combos/handover";
import { ComboFormSummary } from "./ComboFormScreen";

const handover = handoverOf(
  { ...NO_SLOTS, week1: { ...NO_SLOTS.week1, lunch: [0, 1, 2, 3, 4, 5] } },
  weeklyMenu,
);

test.each([
  [5, 1],
  [6, 0],
])("with %i days the form shows the minimum-days message %i times", (days, times) => {
  render(<ComboFormSummary handover={handover} days={days} onLeave={() => undefined} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.queryAllByText("Minimum 6 days required.")).toHaveLength(times);
});
