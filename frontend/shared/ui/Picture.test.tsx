import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Picture, type PictureSource } from "./Picture";

const assets = `${import.meta.env.BASE_URL}assets`;
const idli: PictureSource = { file: "idli-x1y2", widths: [320, 640], height: 480, tone: "daa" };

const show = (props: Partial<Parameters<typeof Picture>[0]> = {}) =>
  render(<Picture picture={idli} sizes="8rem" alt="Idlis" {...props} />);

const image = () => screen.getByRole("img", { name: "Idlis" });
const avif = () => image().parentElement?.querySelector("source");
const preloads = () => [...document.head.querySelectorAll("link[rel=preload][as=image]")];

afterEach(() => {
  for (const link of preloads()) link.remove();
});

test("it has AVIF sources first and WebP as fallback, in every width", () => {
  show();
  expect(avif()?.type).toBe("image/avif");
  expect(avif()?.srcset).toBe(`${assets}/idli-x1y2-320.avif 320w, ${assets}/idli-x1y2-640.avif 640w`);
  expect(image().getAttribute("srcset")).toBe(
    `${assets}/idli-x1y2-320.webp 320w, ${assets}/idli-x1y2-640.webp 640w`,
  );
  expect(image().getAttribute("src")).toBe(`${assets}/idli-x1y2-640.webp`);
  expect([avif()?.sizes, image().getAttribute("sizes")]).toEqual(["8rem", "8rem"]);
});

test("a picture without AVIF is offered in WebP alone", () => {
  show({ picture: { ...idli, webpOnly: true }, loading: "first" });
  expect(avif()).toBeNull();
  expect(preloads().map((link) => link.getAttribute("type"))).toEqual(["image/webp"]);
});

test("it reserves its space in its mean colour while it loads", () => {
  show();
  expect(image().getAttribute("width")).toBe("640");
  expect(image().getAttribute("height")).toBe("480");
  expect(image().dataset.tone).toBe("daa");
});

test("it loads lazily, unless it is among the first of the page", () => {
  show();
  expect(image().getAttribute("loading")).toBe("lazy");
  expect(image().getAttribute("decoding")).toBe("async");
  show({ alt: "Dosas", loading: "eager" });
  expect(screen.getByRole("img", { name: "Dosas" }).getAttribute("loading")).toBeNull();
  expect(preloads()).toEqual([]);
});

test("the first picture preloads the file that the page shows", () => {
  show({ loading: "first" });
  expect(image().getAttribute("fetchpriority")).toBe("high");
  const [preload, ...more] = preloads();
  expect(more).toEqual([]);
  expect(preload?.getAttribute("type")).toBe("image/avif");
  expect(preload?.getAttribute("fetchpriority")).toBe("high");
  expect(preload?.getAttribute("imagesrcset")).toBe(avif()?.srcset);
  expect(preload?.getAttribute("imagesizes")).toBe("8rem");
});
