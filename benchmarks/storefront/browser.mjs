/** One Chromium for the measurements: the one that CHROMIUM names, or the system's. */
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const switches =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking " +
  "--disable-component-update --disable-sync";

/** Starts a browser, hands `audit(address, settings)` to `use`, and ends it whatever happens. */
export async function withBrowser(use) {
  const browser = await launch({
    chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    chromeFlags: switches.split(" "),
  });
  try {
    return await use((address, settings = {}) => audit(browser.port, address, settings));
  } finally {
    browser.kill();
  }
}

/** A busy machine can lose part of a trace; that run is taken again, this often at most. */
const ATTEMPTS = 3;
const LARGEST_PAINT = "largest-contentful-paint";

/** One Lighthouse run with its mobile settings, and `settings` besides; the result (LHR). Throws when it cannot run. */
async function audit(port, address, settings, attempt = 1) {
  const { lhr } = await lighthouse(
    address,
    { port, logLevel: "silent", output: "json" },
    { extends: "lighthouse:default", settings: { formFactor: "mobile", ...settings } },
  );
  if (Number.isFinite(lhr.audits[LARGEST_PAINT].numericValue)) return lhr;
  if (attempt < ATTEMPTS) return audit(port, address, settings, attempt + 1);
  throw new Error(`${address}: ${lhr.runtimeError?.message ?? lhr.audits[LARGEST_PAINT].errorMessage}`);
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
