import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { site } from "~/shared/lib/site";
import { paths } from "~/storefront/paths";
import { LegalLine, SiteFooter } from "./SiteFooter";

function show() {
  return render(
    <MemoryRouter>
      <SiteFooter />
    </MemoryRouter>,
  );
}

test("it shows the location, the phone and the support e-mail", () => {
  show();
  expect(screen.getByText("Chennai: Besant Nagar, Alwarpet")).toBeDefined();
  const phone = screen.getByRole("link", { name: site.contact.phone });
  expect(phone.getAttribute("href")).toBe("tel:+914400000000");
  const links = screen.getAllByRole("link");
  const email = links.find((link) => link.getAttribute("href") === `mailto:${site.contact.email}`);
  expect(email?.textContent).toBe(site.contact.email);
});

test("it links to five social networks, each in a new tab", () => {
  show();
  const links = screen.getAllByRole("link", { name: /^Oottam on / });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(site.social.links.map((link) => link.url));
  expect(links).toHaveLength(5);
  expect(links.every((link) => link.getAttribute("target") === "_blank")).toBe(true);
});

test("the map is embedded lazily at a height of 150", () => {
  const { container } = show();
  const map = container.querySelector("iframe");
  expect(map?.getAttribute("height")).toBe("150");
  expect(map?.getAttribute("loading")).toBe("lazy");
  expect(map?.getAttribute("src")).toBe(site.map.embedUrl);
  expect(map?.title).toBe(`Map: ${site.map.query}`);
});

test("terms and privacy are plain links that load a page of the server", () => {
  show();
  const links = ["Terms", "Privacy"].map((name) => screen.getByRole("link", { name }));
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/shop/terms", "/shop/privacy"]);
});

test("every plan is within reach", () => {
  show();
  const links = screen.getByRole("navigation", { name: "Plans" }).querySelectorAll("a");
  expect([...links].map((link) => link.getAttribute("href"))).toEqual([
    paths.combos(),
    paths.customerChoice(),
    paths.healthPlans(),
    paths.nutrition(),
  ]);
});

test("legal items appear when set and not otherwise", () => {
  const unset = { fssaiLicence: null, legalName: null, grievanceContact: null };
  const { container, rerender } = render(<LegalLine legal={unset} />);
  expect(container.textContent).toBe("TermsPrivacy");
  const fssaiLicence = "12345678901234";
  rerender(<LegalLine legal={{ ...unset, fssaiLicence }} />);
  expect(screen.getByText("FSSAI Licence No. 12345678901234")).toBeDefined();
  rerender(<LegalLine legal={{ ...unset, fssaiLicence, fssaiKind: "registration" }} />);
  expect(screen.getByText("FSSAI Registration No. 12345678901234")).toBeDefined();
});
