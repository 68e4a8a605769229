const notation = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;

const names =
  "aqua azure beige black blue brown coral crimson cyan fuchsia gold gray green grey indigo ivory khaki lime linen " +
  "magenta maroon navy olive orange orchid peru pink plum purple red salmon sienna silver snow tan teal tomato " +
  "turquoise violet wheat white yellow";
const named = new RegExp(
  `(?<![\\w-])(?:(?:dark|light|medium|pale|deep|hot)?(?:${names.replaceAll(" ", "|")}))(?![\\w-])`,
  "gi",
);

/** Where a colour name is a colour: values in style sheets, and colour attributes in TSX. */
const places = {
  css: /(?:color|background|border|outline|fill|stroke|shadow|image|caret)[\w-]*\s*:\s*([^;{}]+)/gi,
  tsx: /\b(?:fill|stroke|color|stopColor|floodColor|background(?:Color)?)\s*[=:]\s*["']([^"']+)["']/gi,
};

/** Every raw colour of a source text ("css" or "tsx") with its line number, ignoring comments. */
export function rawColours(source, language) {
  const comments = language === "css" ? /\/\*[\s\S]*?\*\//g : /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;
  const text = source.replace(comments, (comment) => comment.replace(/[^\n]/g, " "));
  const lineAt = (index) => text.slice(0, index).split("\n").length;
  const found = [...text.matchAll(notation)].map((match) => ({
    line: lineAt(match.index),
    colour: match[0],
  }));
  for (const place of text.matchAll(places[language])) {
    const offset = place.index + place[0].lastIndexOf(place[1]);
    for (const match of place[1].matchAll(named)) {
      found.push({ line: lineAt(offset + match.index), colour: match[0] });
    }
  }
  return found;
}
