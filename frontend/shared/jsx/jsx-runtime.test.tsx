import { render } from "@testing-library/react";
import { expect, test } from "vitest";

const html = (element: React.ReactElement) => render(element).container.innerHTML;
const [dishes, none] = [3 as number, null as string | null];

test("a text beside an element gets an element of its own", () => {
  expect(
    html(
      <p>
        Total <b>₹{dishes}</b> a day
      </p>,
    ),
  ).toBe("<p><span>Total </span><b>₹3</b><span> a day</span></p>");
});

test("texts without an element beside them are one text", () => {
  expect(
    html(
      <p>
        {dishes} dishes{none}, {"each"} day
      </p>,
    ),
  ).toBe("<p>3 dishes, each day</p>");
});

test("a text that is a component's child gets an element where the component puts it beside others", () => {
  const Row = ({ children }: { children: React.ReactNode }) => (
    <p>
      <i />
      {children}
    </p>
  );
  expect(html(<Row>Dosa</Row>)).toBe("<p><i></i><span>Dosa</span></p>");
});

test("a text in a fragment gets an element, because the fragment's parent may have other children", () => {
  // biome-ignore lint/complexity/noUselessFragments: it is what is tested
  expect(html(<>{"Dosa"}</>)).toBe("<span>Dosa</span>");
});

test("a blank between elements stays a text", () => {
  expect(
    html(
      <p>
        <i /> <b />
      </p>,
    ),
  ).toBe("<p><i></i> <b></b></p>");
});

test("elements keep their state while texts beside them come and go", () => {
  const Line = ({ amount }: { amount: number | null }) => (
    <p>
      {amount !== null && "from "}
      {amount}
      <input />
    </p>
  );
  const { container, rerender } = render(<Line amount={null} />);
  const input = container.querySelector("input");
  rerender(<Line amount={27} />);
  expect(container.textContent).toBe("from 27");
  expect(container.querySelector("input")).toBe(input);
});

test("a replaced text does not keep React from changing it and its siblings", () => {
  const Line = ({ amount }: { amount: number }) => (
    <p>
      {amount > 1 && <b>more</b>}₹{amount} {amount < 3 && <i>a day</i>}
    </p>
  );
  const { container, rerender } = render(<Line amount={1} />);
  for (const text of container.querySelectorAll("span, i"))
    text.innerHTML = `<font>${text.textContent}</font>`;
  rerender(<Line amount={2} />);
  rerender(<Line amount={3} />);
  expect(container.textContent).toBe("more₹3 ");
});
