const forbidden = [
  [/<[a-z][^>]*\sstyle=/i, "a style attribute (the content security policy blocks it)"],
  [/<style\b/i, "a <style> element (the content security policy blocks it)"],
  // JSON is data: browsers do not run it, and the content security policy does not apply.
  [
    /<script\b(?! type="application\/(?:ld\+)?json")(?![^>]*\ssrc=)/i,
    "an inline script (the content security policy blocks it)",
  ],
  [/<[a-z][^>]*\son[a-z]+=/i, "an inline event handler (the content security policy blocks it)"],
  [
    /<form\b(?![^>]*\smethod="post")/i,
    "a form that browsers without scripts would send by GET, with what was typed in the address",
  ],
  [/<template\b/i, "content that React moved behind a template"],
  [/<!--(?:links|head|data|page|content)-->/, "an unfilled place of the template"],
];

const count = (html, pattern) => html.match(pattern)?.length ?? 0;

/** Throws, with the file and the error, if a page violates a rule of all pages; `assets` are the files that it may link. */
export function checkPage(html, file, assets) {
  const faults = forbidden.filter(([pattern]) => pattern.test(html)).map(([, fault]) => fault);
  const head = html.slice(0, html.indexOf("</head>"));
  if (count(head, /<title>[^<]+<\/title>/g) !== 1) faults.push("not exactly one title in its head");
  if (count(html, /<title>/g) !== 1) faults.push("a title outside its head");
  if (count(html, /<h1\b/g) !== 1) faults.push(`${count(html, /<h1\b/g)} h1 headings instead of one`);
  for (const [, asset] of html.matchAll(
    /["\s,]\/order\/(assets\/[^"\s,]+|[^"\s,/]+\.[a-z0-9]+)(?=["\s,])/g,
  )) {
    if (!assets.has(asset)) faults.push(`a link to ${asset}, which does not exist`);
  }
  if (faults.length) throw new Error(`${file} has ${faults.join("; ")}.`);
}
