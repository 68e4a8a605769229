/**
 * How much the scripts hold up the landing page's largest paint: median of LCP with them over median without them
 * (blocked), applied throttling (a slow phone on slow 4G), runs taken in turns. Fails above 1.2, or when anything
 * on the page moves.
 *
 *   python -m benchmarks.built_shop node benchmarks/storefront/paint.mjs [runs, 7 unless said]
 */
import { median, withBrowser } from "./browser.mjs";

const MOST = 1.2;
const RUNS = Number(process.argv[2] ?? 7);

const settings = {
  throttlingMethod: "devtools",
  onlyAudits: ["largest-contentful-paint", "cumulative-layout-shift"],
};
const blocked = { ...settings, blockedUrlPatterns: ["*.js"] };

await withBrowser(async (audit) => {
  const paints = { with: [], without: [] };
  let shift = 0;
  for (let run = 0; run < RUNS; run += 1) {
    for (const [scripts, chosen] of [
      ["with", settings],
      ["without", blocked],
    ]) {
      const { audits } = await audit(`${process.env.SHOP}/order/`, chosen);
      paints[scripts].push(audits["largest-contentful-paint"].numericValue);
      shift = Math.max(shift, audits["cumulative-layout-shift"].numericValue);
    }
  }
  const [alive, plain] = [median(paints.with), median(paints.without)];
  const ratio = alive / plain;
  console.log(`largest paint of the landing page, median of ${RUNS}, ms:`);
  console.log(`  with scripts ${alive.toFixed(0)}, without ${plain.toFixed(0)}, ratio ${ratio.toFixed(2)} (at most ${MOST})`);
  console.log(`  each run with ${paints.with.map(Math.round)}; without ${paints.without.map(Math.round)}`);
  console.log(`  layout shift ${shift.toFixed(3)} (must be 0)`);
  if (ratio > MOST || shift > 0) process.exitCode = 1;
});
