import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Box, Plan } from "./plan";
import type { PlanResponse } from "./planApi";
import { ScheduleTimeline } from "./ScheduleTimeline";
import { box, lunch, mockPlanApi, plan, SKIPPED } from "./testing";

function renderTimeline(responses: PlanResponse[] = [], changes: Partial<Plan> = {}) {
  const calls = mockPlanApi(...responses);
  render(<ScheduleTimeline plan={plan(changes)} api={calls.api} />);
  return calls;
}

const DELIVERED = { state: "delivered", tick: false };
const withBoxes = (...more: Box[]) => ({ tracks: [lunch({ boxes: [...lunch().boxes, ...more] })] });

type Preview = Extract<PlanResponse, { kind: "preview" }>;
const previewOf = (moved: Preview["moved"], ...sentences: string[]): Preview => ({
  kind: "preview",
  moved,
  sentences,
});

const day = (message: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name: message });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const buttons = () => screen.queryAllByRole("button").map((each) => each.textContent);

async function press(name: string | RegExp): Promise<void> {
  await act(async () => {
    fireEvent.click(button(name));
  });
}

describe("timeline weeks", () => {
  test("each day describes its state", () => {
    renderTimeline([], { absent: [[2, "2026-12-14", "2026-12-14"]], closed: [["2026-12-15", 0, "Feast"]] });
    expect(screen.getAllByRole("checkbox")).toHaveLength(6);
    expect(day("Wed 9 December: box 3 of 6, planned").checked).toBe(false);
    expect(screen.getByText("Mon 14 December: skipped or paused")).toBeTruthy();
    expect(screen.getByText("Tue 15 December: closed, Feast")).toBeTruthy();
    expect(screen.getByText("Tue 15 December closed: Feast")).toBeTruthy();
  });

  test("the heading counts ordered boxes without replacements", () => {
    renderTimeline([], withBoxes(box(7, "2026-12-14", { marks: ["extra"] })));
    expect(screen.getByRole("group", { name: "Lunch 6 boxes" })).toBeTruthy();
  });

  test("boxes past the cut-off say so", () => {
    renderTimeline([], { tracks: [lunch({ open: "2026-12-08" })] });
    expect(day("Mon 7 December: box 1 of 6, planned, past the cut-off")).toBeTruthy();
  });

  test("a box that cannot be selected has no checkbox", () => {
    const delivered = box(1, "2026-12-07", { ...DELIVERED, words: "box 1 of 1, delivered" });
    renderTimeline([], { tracks: [lunch({ boxes: [delivered] })] });
    expect(screen.queryAllByRole("checkbox")).toEqual([]);
    expect(screen.getByText("Mon 7 December: box 1 of 1, delivered")).toBeTruthy();
  });

  test("a meal without boxes shows no weeks until a preview moves a box there", async () => {
    const dinner = lunch({ meal: 3, label: "Dinner", boxes: [box(20, "2027-02-09")] });
    const preview = previewOf([{ box: 20, meal: 3, from: "2027-02-09", to: "2026-12-09", state: 1 }]);
    renderTimeline([preview], { tracks: [lunch(), dinner] });
    const weeks = () => screen.queryAllByRole("list", { name: /^Dinner, week/ });
    expect(
      within(screen.getByRole("group", { name: /^Dinner/ })).getByText("No boxes in these weeks."),
    ).toBeTruthy();
    expect(weeks()).toEqual([]);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    expect(weeks()).toHaveLength(4);
  });

  test("weeks without any changeable box say so", () => {
    renderTimeline([], {
      tracks: [lunch({ boxes: [box(1, "2026-12-07", DELIVERED), box(2, "2027-02-08")] })],
    });
    expect(screen.getByRole("status").textContent).toBe("These weeks can no longer be changed.");
  });

  test("a meal is one tab stop, and arrow keys move between boxes", () => {
    renderTimeline([], withBoxes(box(7, "2026-12-14"), box(8, "2026-12-17")));
    const monday = day(/^Mon 7 /);
    const stops = () =>
      screen.getAllByRole<HTMLInputElement>("checkbox").filter((each) => each.tabIndex === 0);
    expect(stops()).toEqual([monday]);
    monday.focus();
    fireEvent.keyDown(monday, { key: "ArrowRight" });
    expect(document.activeElement).toBe(day(/^Tue 8 /));
    expect(stops()).toEqual([day(/^Tue 8 /)]);
    fireEvent.keyDown(day(/^Tue 8 /), { key: "ArrowLeft" });
    fireEvent.keyDown(day(/^Mon 7 /), { key: "ArrowDown" });
    expect(document.activeElement).toBe(day(/^Mon 14 /));
    fireEvent.keyDown(day(/^Mon 14 /), { key: "ArrowRight" });
    expect(document.activeElement).toBe(day(/^Thu 17 /)); // skips empty days
    fireEvent.keyDown(day(/^Thu 17 /), { key: "ArrowRight" });
    expect(document.activeElement).toBe(day(/^Thu 17 /)); // it is the last box
  });
});

describe("selection", () => {
  test("the bar counts the selected boxes and offers their actions", () => {
    renderTimeline();
    expect(screen.getByRole("status").textContent).toBe("Select days to skip, move or change.");
    fireEvent.click(day(/^Wed 9 /));
    expect(screen.getByRole("status").textContent).toBe("1 box is selected.");
    expect(buttons()).toEqual(["Skip", "Move", "Pause from here", "Clear selection"]);
    fireEvent.click(day(/^Fri 11 /));
    expect(buttons()).toEqual(["Skip", "Pause from here", "Clear selection"]);
    expect(screen.getByRole("link", { name: "Change box" }).getAttribute("href")).toBe(
      "/backoffice/plans/OT-7K2M9QX/box?servings=3&servings=5",
    );
  });

  test("the button and Escape clear the whole selection", () => {
    renderTimeline();
    fireEvent.click(day(/^Wed 9 /));
    button("Clear selection").focus();
    fireEvent.click(button("Clear selection"));
    expect(day(/^Wed 9 /).checked).toBe(false);
    expect(document.activeElement).toBe(day(/^Wed 9 /)); // the bar is gone
    fireEvent.click(day(/^Wed 9 /));
    fireEvent.keyDown(day(/^Wed 9 /), { key: "Escape" });
    expect(day(/^Wed 9 /).checked).toBe(false);
  });
});

describe("preview", () => {
  async function openSkip(...responses: PlanResponse[]) {
    const calls = renderTimeline(responses);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    return calls;
  }

  test("a skip is previewed immediately and its effects are listed", async () => {
    const { calls } = await openSkip(SKIPPED);
    expect(calls).toEqual([{ action: "skip", form: "servings=3", step: "preview" }]);
    const panel = screen.getByRole("form", { name: "Skip: Wed 9 December" });
    expect(within(panel).getByRole("status").textContent).toBe(
      "Lunch of Wed 9 Dec moves to Mon 14 Dec.Lunch ends on Mon 14 Dec instead of Sat 12 Dec.",
    );
    expect(document.activeElement?.textContent).toBe("Skip: Wed 9 December");
  });

  test("the days show which boxes would leave and where they would arrive", async () => {
    await openSkip(SKIPPED);
    expect(day("Wed 9 December: box 3 of 6, planned, would leave this day")).toBeTruthy();
    expect(screen.getByText("Mon 14 December: a box would come here")).toBeTruthy();
  });

  test("boxes that would be on hold are counted below the weeks", async () => {
    const held = { box: 3, meal: 2, from: "2026-12-09", to: null, state: 6 };
    await openSkip(previewOf([held], "Lunch of Wed 9 Dec is on hold until the plan is resumed."));
    expect(screen.getByText("1 box would be on hold.")).toBeTruthy();
  });

  test("selecting another day requests a new preview, and an outdated response is not shown", async () => {
    const responses: ((response: PlanResponse) => void)[] = [];
    const api = vi.fn(() => new Promise<PlanResponse>((resolve) => responses.push(resolve)));
    render(<ScheduleTimeline plan={plan()} api={api} />);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    fireEvent.click(day(/^Fri 11 /));
    expect(api).toHaveBeenCalledTimes(2);
    await act(async () => {
      responses[1]?.(previewOf([], "Both."));
      responses[0]?.(SKIPPED);
    });
    expect(screen.getByText("Both.")).toBeTruthy();
    expect(screen.queryByText(/moves to Mon 14/)).toBeNull();
  });

  test("a rejected preview shows its message and cannot be saved", async () => {
    await openSkip({ kind: "rejected", message: "The cut-off has passed.", errors: {} });
    expect(screen.getByRole("alert").textContent).toBe("The cut-off has passed.");
    expect(button("Skip").disabled).toBe(true);
  });

  test("cancelling keeps the days selected", async () => {
    await openSkip(SKIPPED);
    await press("Cancel");
    expect(screen.queryByRole("form")).toBeNull();
    expect(day(/^Wed 9 /).checked).toBe(true);
    expect(screen.queryByText(/would come here/)).toBeNull();
  });

  test("cancelling, also by Escape, returns the focus to the action's button", async () => {
    await openSkip(SKIPPED, SKIPPED);
    fireEvent.keyDown(screen.getByRole("form"), { key: "Escape" });
    expect(document.activeElement).toBe(button("Skip"));
    fireEvent.click(day(/^Fri 11 /));
    expect(buttons()).toEqual(["Skip", "Pause from here", "Clear selection"]);
  });

  test("pressing a day moves the box to it", async () => {
    const moved = [{ box: 3, meal: 2, from: "2026-12-09", to: "2026-12-13", state: 1 }];
    const { calls } = renderTimeline([previewOf(moved, "It moves.")]);
    fireEvent.click(day(/^Wed 9 /));
    await press("Move");
    expect(calls).toEqual([]);
    const picked = button("Move to Sun 13 December");
    picked.focus();
    await press("Move to Sun 13 December");
    expect(calls).toEqual([{ action: "move", form: "servings=3&to=2026-12-13", step: "preview" }]);
    expect(screen.getByLabelText<HTMLInputElement>("New day").value).toBe("2026-12-13");
    expect(document.activeElement).toBe(picked); // it is still there, and what would come is seen on it
    expect(button("Move to Sun 13 December").getAttribute("aria-pressed")).toBe("true");
  });

  test("a pause starts on the first selected day for its meal, and other meals can be added", async () => {
    const preview = previewOf([]);
    const tracks = [lunch(), lunch({ meal: 3, label: "Dinner", boxes: [box(20, "2026-12-09")] })];
    const { calls } = renderTimeline([preview, preview, preview], { tracks });
    fireEvent.click(day("Wed 9 December: box 3 of 6, planned"));
    await press("Pause from here");
    await act(async () => {
      fireEvent.click(screen.getByLabelText("Dinner"));
    });
    await act(async () => {
      fireEvent.change(screen.getByLabelText("Last day off"), { target: { value: "2026-12-12" } });
    });
    expect(calls.map(({ form }) => form)).toEqual([
      "first=2026-12-09&last=&meals=2",
      "first=2026-12-09&last=&meals=2&meals=3",
      "first=2026-12-09&last=2026-12-12&meals=2&meals=3",
    ]);
  });
});

describe("saving", () => {
  async function saveSkip(...responses: PlanResponse[]) {
    const calls = renderTimeline([SKIPPED, ...responses]);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    fireEvent.click(screen.getByLabelText("Travelling"));
    fireEvent.change(screen.getByLabelText("Other reason"), { target: { value: "to Madurai" } });
    await press("Skip");
    return calls;
  }

  test("saving sends the reason and opens the page that confirms it", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
    const { calls } = await saveSkip({ kind: "saved", address: "/there/?done=1" });
    expect(calls[1]).toEqual({
      action: "skip",
      form: "servings=3&common=Travelling&reason=to+Madurai",
      step: "save",
    });
    expect(assign.mock.calls).toEqual([["/there/?done=1"]]);
  });

  test("a second press while saving does nothing", async () => {
    const { calls } = await saveSkip();
    expect(button("Saving…").disabled).toBe(true);
    fireEvent.submit(screen.getByRole("form"));
    expect(calls).toHaveLength(2);
  });

  test("a missing reason is required, and the filled-in values stay", async () => {
    const message = "Please choose a reason.";
    await saveSkip({ kind: "rejected", message, errors: { reason: message } });
    expect(screen.getByRole("alert").textContent).toBe(message);
    const own = screen.getByLabelText<HTMLInputElement>("Other reason");
    expect([document.activeElement, own.value]).toEqual([own, "to Madurai"]);
  });

  test.each<[PlanResponse, RegExp]>([
    [{ kind: "loggedOut" }, /Log in again in another tab/],
    [{ kind: "unreachable" }, /may or may not be saved/],
    [{ kind: "serverError" }, /could not do this/],
  ])("%j shows a message, and the values stay", async (response, message) => {
    await saveSkip(response);
    expect(screen.getByRole("alert").textContent).toMatch(message);
    expect(day(/^Wed 9 /).checked).toBe(true);
    expect(button("Skip").disabled).toBe(false);
  });

  test("a stale page lists the changes since, links to the current plan and cannot save again", async () => {
    const skipped = "mani, 4 Dec, 10:05: Skipped. Lunch of Thu 10 Dec moves to Mon 14 Dec.";
    await saveSkip({ kind: "stale", changes: [skipped] });
    const alert = screen.getByRole("alert");
    expect(within(alert).getByText(/nothing was saved/)).toBeTruthy();
    expect(within(alert).getByRole("listitem").textContent).toBe(skipped);
    expect(screen.getByRole("link", { name: "Show it as it is now" }).getAttribute("href")).toBe(
      "/backoffice/plans/OT-7K2M9QX/?from=2026-12-07#strip",
    );
    expect(button("Skip").disabled).toBe(true);
  });

  test("saving returns to the weeks that were in view", async () => {
    history.replaceState(null, "", "?from=2026-12-09");
    const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
    await saveSkip({ kind: "saved", address: "/there/?done=1" });
    history.replaceState(null, "", "?");
    expect(assign.mock.calls).toEqual([["/there/?done=1&from=2026-12-07"]]);
  });
});
