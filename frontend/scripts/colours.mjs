/** A shop's own colours (site.json), which replace tokens of shared/styles/theme.css. */

/** By colour: the tokens that follow from it, with their share of it; the rest is `rest`, or the page's ground. */
const TOKENS = {
  accent: { rest: "#000000", tokens: { "--chilli": 1, "--chilli-deep": 0.83, "--chilli-night": 0.66 } },
  brand: { rest: "#000000", tokens: { "--leaf": 1, "--leaf-deep": 0.62, "--leaf-night": 0.47 } },
  ink: { tokens: { "--ink": 1, "--ink-soft": 0.79, "--ink-dimmed": 0.68 } },
  ground: { tokens: { "--paper": 1 } },
};

/** The tokens that these colours replace, by name; `paper` is the shipped ground. */
export function colourTokens(colours, paper) {
  const ground = colours?.ground ?? paper;
  return Object.fromEntries(
    Object.entries(TOKENS).flatMap(([name, { rest, tokens }]) =>
      Object.entries(colours?.[name] ? tokens : {}).map(([token, share]) => [
        token,
        mix(colours[name], rest ?? ground, share),
      ]),
    ),
  );
}

/** The style sheet of tokens; "" without any. Paper keeps its black and white (print.css). */
export function colourSheet(tokens) {
  const lines = Object.entries(tokens).map(([token, colour]) => `${token}: ${colour};`);
  return lines.length > 0 ? `@media screen {\n  :root {\n    ${lines.join("\n    ")}\n  }\n}\n` : "";
}

/** As backend/oottam/catalogue/colours.py mixes. */
function mix(first, second, share) {
  const channels = (colour) => colour.match(/[0-9a-f]{2}/g).map((part) => Number.parseInt(part, 16));
  const others = channels(second);
  const mixed = channels(first).map((value, at) =>
    Math.floor(value * share + others[at] * (1 - share) + 0.5),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
