import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Answer } from "./asking";
import type { Plan } from "./plan";
import { ScheduleStrip } from "./ScheduleStrip";
import { answering, box, lunch, plan, SKIPPED } from "./testing";

function open(answers: Answer[] = [], changes: Partial<Plan> = {}) {
  const asked = answering(...answers);
  render(<ScheduleStrip plan={plan(changes)} ask={asked.ask} />);
  return asked;
}

const day = (words: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name: words });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const buttons = () => screen.queryAllByRole("button").map((each) => each.textContent);

async function press(name: string | RegExp): Promise<void> {
  await act(async () => {
    fireEvent.click(button(name));
  });
}

describe("the weeks", () => {
  test("say of each day what it is", () => {
    open([], { absent: [[2, "2026-12-14", "2026-12-14"]], closed: [["2026-12-15", 0, "Feast"]] });
    expect(screen.getAllByRole("checkbox")).toHaveLength(6);
    expect(day("Wed 9 December: box 3 of 6, planned").checked).toBe(false);
    expect(screen.getByText("Mon 14 December: skipped or paused")).toBeTruthy();
    expect(screen.getByText("Tue 15 December: closed, Feast")).toBeTruthy();
    expect(screen.getByText("Tue 15 December closed: Feast")).toBeTruthy();
  });

  test("count what was ordered, and not what makes up for a box", () => {
    open([], { tracks: [lunch({ boxes: [...lunch().boxes, box(7, "2026-12-14", { marks: ["extra"] })] })] });
    expect(screen.getByRole("group", { name: "Lunch 6 boxes" })).toBeTruthy();
  });

  test("say what is past the cut-off", () => {
    open([], { tracks: [lunch({ open: "2026-12-08" })] });
    expect(day("Mon 7 December: box 1 of 6, planned, past the cut-off")).toBeTruthy();
  });

  test("show what cannot be ticked without a box to tick", () => {
    const delivered = box(1, "2026-12-07", {
      state: "delivered",
      tick: false,
      words: "box 1 of 1, delivered",
    });
    open([], { tracks: [lunch({ boxes: [delivered] })] });
    expect(screen.queryAllByRole("checkbox")).toEqual([]);
    expect(screen.getByText("Mon 7 December: box 1 of 1, delivered")).toBeTruthy();
  });

  test("of a meal that has none there take no room, until a box would come", async () => {
    const dinner = lunch({ meal: 3, label: "Dinner", boxes: [box(20, "2027-02-09")] });
    const coming: Answer = {
      kind: "shown",
      moved: [{ box: 20, meal: 3, from: "2027-02-09", to: "2026-12-09", state: 1 }],
      sentences: [],
    };
    open([coming], { tracks: [lunch(), dinner] });
    const weeks = () => screen.queryAllByRole("list", { name: /^Dinner, week/ });
    expect(
      within(screen.getByRole("group", { name: /^Dinner/ })).getByText("No boxes in these weeks."),
    ).toBeTruthy();
    expect(weeks()).toEqual([]);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    expect(weeks()).toHaveLength(4);
  });

  test("of which nothing can be changed say so", () => {
    const over = { state: "delivered", tick: false };
    open([], { tracks: [lunch({ boxes: [box(1, "2026-12-07", over), box(2, "2027-02-08")] })] });
    expect(screen.getByRole("status").textContent).toBe("These weeks can no longer be changed.");
  });

  test("are one stop of the Tab key, and arrow keys go from box to box", () => {
    open([], { tracks: [lunch({ boxes: [...lunch().boxes, box(7, "2026-12-14"), box(8, "2026-12-17")] })] });
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
    expect(document.activeElement).toBe(day(/^Thu 17 /)); // over days without
    fireEvent.keyDown(day(/^Thu 17 /), { key: "ArrowRight" });
    expect(document.activeElement).toBe(day(/^Thu 17 /)); // there is none behind it
  });
});

describe("with days that are ticked", () => {
  test("the bar counts them and offers what can be done", () => {
    open();
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

  test("they are all unticked at once, by Escape too", () => {
    open();
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

describe("before it is done", () => {
  async function skipping(...answers: Answer[]) {
    const asked = open(answers);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    return asked;
  }

  test("what a skip does is asked at once and told in sentences", async () => {
    const { asked } = await skipping(SKIPPED);
    expect(asked).toEqual([{ doing: "skip", form: "servings=3", step: "preview" }]);
    const panel = screen.getByRole("form", { name: "Skip: Wed 9 December" });
    expect(within(panel).getByRole("status").textContent).toBe(
      "Lunch of Wed 9 Dec moves to Mon 14 Dec.Lunch ends on Mon 14 Dec instead of Sat 12 Dec.",
    );
    expect(document.activeElement?.textContent).toBe("Skip: Wed 9 December");
  });

  test("it is seen in the weeks: what would leave, and where it would come", async () => {
    await skipping(SKIPPED);
    expect(day("Wed 9 December: box 3 of 6, planned, would leave this day")).toBeTruthy();
    expect(screen.getByText("Mon 14 December: a box would come here")).toBeTruthy();
  });

  test("what would be held is counted in the tray", async () => {
    const held: Answer = {
      kind: "shown",
      moved: [{ box: 3, meal: 2, from: "2026-12-09", to: null, state: 6 }],
      sentences: ["Lunch of Wed 9 Dec is on hold until the plan is resumed."],
    };
    await skipping(held);
    expect(screen.getByText("1 box would be on hold.")).toBeTruthy();
  });

  test("while another day is ticked it is asked again, and an answer that comes too late is not shown", async () => {
    const answers: ((answer: Answer) => void)[] = [];
    const ask = vi.fn(() => new Promise<Answer>((resolve) => answers.push(resolve)));
    render(<ScheduleStrip plan={plan()} ask={ask} />);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    fireEvent.click(day(/^Fri 11 /));
    expect(ask).toHaveBeenCalledTimes(2);
    await act(async () => {
      answers[1]?.({ kind: "shown", moved: [], sentences: ["Both."] });
      answers[0]?.(SKIPPED);
    });
    expect(screen.getByText("Both.")).toBeTruthy();
    expect(screen.queryByText(/moves to Mon 14/)).toBeNull();
  });

  test("what is refused is said, and cannot be saved", async () => {
    await skipping({ kind: "refused", message: "The cut-off has passed.", errors: {} });
    expect(screen.getByRole("alert").textContent).toBe("The cut-off has passed.");
    expect(button("Skip").disabled).toBe(true);
  });

  test("it is left as it is, and the days stay ticked", async () => {
    await skipping(SKIPPED);
    await press("Cancel");
    expect(screen.queryByRole("form")).toBeNull();
    expect(day(/^Wed 9 /).checked).toBe(true);
    expect(screen.queryByText(/would come here/)).toBeNull();
  });

  test("whoever leaves it, by Escape too, is back on the button that began it", async () => {
    await skipping(SKIPPED, SKIPPED);
    fireEvent.keyDown(screen.getByRole("form"), { key: "Escape" });
    expect(document.activeElement).toBe(button("Skip"));
    fireEvent.click(day(/^Fri 11 /));
    expect(buttons()).toEqual(["Skip", "Pause from here", "Clear selection"]);
  });

  test("a day is pressed to move a box there", async () => {
    const moved = [{ box: 3, meal: 2, from: "2026-12-09", to: "2026-12-13", state: 1 }];
    const shown: Answer = { kind: "shown", moved, sentences: ["It moves."] };
    const { asked } = open([shown]);
    fireEvent.click(day(/^Wed 9 /));
    await press("Move");
    expect(asked).toEqual([]);
    const picked = button("Move to Sun 13 December");
    picked.focus();
    await press("Move to Sun 13 December");
    expect(asked).toEqual([{ doing: "move", form: "servings=3&to=2026-12-13", step: "preview" }]);
    expect(screen.getByLabelText<HTMLInputElement>("New day").value).toBe("2026-12-13");
    expect(document.activeElement).toBe(picked); // it is still there, and what would come is seen on it
    expect(button("Move to Sun 13 December").getAttribute("aria-pressed")).toBe("true");
  });

  test("a pause begins with the first ticked day, for its meal, and may be for others", async () => {
    const shown: Answer = { kind: "shown", moved: [], sentences: [] };
    const tracks = [lunch(), lunch({ meal: 3, label: "Dinner", boxes: [box(20, "2026-12-09")] })];
    const { asked } = open([shown, shown, shown], { tracks });
    fireEvent.click(day("Wed 9 December: box 3 of 6, planned"));
    await press("Pause from here");
    await act(async () => {
      fireEvent.click(screen.getByLabelText("Dinner"));
    });
    await act(async () => {
      fireEvent.change(screen.getByLabelText("Last day off"), { target: { value: "2026-12-12" } });
    });
    expect(asked.map(({ form }) => form)).toEqual([
      "first=2026-12-09&last=&meals=2",
      "first=2026-12-09&last=&meals=2&meals=3",
      "first=2026-12-09&last=2026-12-12&meals=2&meals=3",
    ]);
  });
});

describe("when it is done", () => {
  async function saving(...answers: Answer[]) {
    const asked = open([SKIPPED, ...answers]);
    fireEvent.click(day(/^Wed 9 /));
    await press("Skip");
    fireEvent.click(screen.getByLabelText("Travelling"));
    fireEvent.change(screen.getByLabelText("Other reason"), { target: { value: "to Madurai" } });
    await press("Skip");
    return asked;
  }

  test("it goes with its reason, and leads to the page that says what was done", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
    const { asked } = await saving({ kind: "done", address: "/there/?done=1" });
    expect(asked[1]).toEqual({
      doing: "skip",
      form: "servings=3&common=Travelling&reason=to+Madurai",
      step: "save",
    });
    expect(assign.mock.calls).toEqual([["/there/?done=1"]]);
  });

  test("a second press while it is under way does nothing", async () => {
    const { asked } = await saving();
    expect(button("Saving…").disabled).toBe(true);
    fireEvent.submit(screen.getByRole("form"));
    expect(asked).toHaveLength(2);
  });

  test("a reason that is missing is asked for, with what was filled in kept", async () => {
    await saving({
      kind: "refused",
      message: "Please choose a reason.",
      errors: { reason: "Please choose a reason." },
    });
    expect(screen.getByRole("alert").textContent).toBe("Please choose a reason.");
    const own = screen.getByLabelText<HTMLInputElement>("Other reason");
    expect([document.activeElement, own.value]).toEqual([own, "to Madurai"]);
  });

  test.each<[Answer, RegExp]>([
    [{ kind: "loggedOut" }, /Log in again in another tab/],
    [{ kind: "unreached" }, /may or may not be saved/],
    [{ kind: "broken" }, /could not do this/],
  ])("%j is said in a sentence, and nothing is lost", async (answer, words) => {
    await saving(answer);
    expect(screen.getByRole("alert").textContent).toMatch(words);
    expect(day(/^Wed 9 /).checked).toBe(true);
    expect(button("Skip").disabled).toBe(false);
  });

  test("on an older page it is said what was done since, and where it is seen; it cannot be pressed again", async () => {
    const skipped = "mani, 4 Dec, 10:05: Skipped. Lunch of Thu 10 Dec moves to Mon 14 Dec.";
    await saving({ kind: "stale", since: [skipped] });
    const alert = screen.getByRole("alert");
    expect(within(alert).getByText(/nothing was saved/)).toBeTruthy();
    expect(within(alert).getByRole("listitem").textContent).toBe(skipped);
    expect(screen.getByRole("link", { name: "Show it as it is now" }).getAttribute("href")).toBe(
      "/backoffice/plans/OT-7K2M9QX/?from=2026-12-07#strip",
    );
    expect(button("Skip").disabled).toBe(true);
  });

  test("whoever had leafed through the weeks comes back to those", async () => {
    history.replaceState(null, "", "?from=2026-12-09");
    const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
    await saving({ kind: "done", address: "/there/?done=1" });
    history.replaceState(null, "", "?");
    expect(assign.mock.calls).toEqual([["/there/?done=1&from=2026-12-07"]]);
  });
});
