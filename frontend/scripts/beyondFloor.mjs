/**
 * What built scripts and styles need that a browser of the floor lacks, by MDN's compatibility data.
 *
 * No linter at hand does it: es-check and eslint-plugin-compat know no members such as `checkVisibility`, and
 * stylelint-no-unsupported-browser-features neither `color-mix` and `overflow: clip` nor fallbacks.
 */
import { createRequire } from "node:module";
import { parse as parseScript } from "acorn";
import { full } from "acorn-walk";
import { find, parse as parseStyle, walk } from "css-tree";
import { BROWSER_FLOOR } from "./browserFloor.ts";

const require = createRequire(import.meta.url); // Vite takes half a minute to read so large a file
const mdn = require("@mdn/browser-compat-data");

const compare = (one, other) => one.replace("≤", "").localeCompare(other, "en", { numeric: true });

/** Whether each of the browsers has the feature under its own name, without a flag. */
function isIn(browsers, { __compat: { support } }) {
  return Object.entries(browsers).every(([browser, version]) =>
    [support[browser] ?? []].flat().some((statement) => {
      const {
        version_added: added,
        version_removed: removed,
        flags,
        prefix,
        alternative_name: alias,
      } = statement;
      if (flags || prefix || alias || typeof added !== "string") return false;
      return compare(added, version) <= 0 && !(removed && compare(removed, version) <= 0);
    }),
  );
}

const TODAY = Object.fromEntries(Object.keys(BROWSER_FLOOR).map((browser) => [browser, "999"]));

/** What came after the floor. What an engine of today still lacks does not count: its own tests would fail. */
const isNew = (feature) => feature?.__compat && !isIn(BROWSER_FLOOR, feature) && isIn(TODAY, feature);

/** What every page handles. Members of other interfaces have names that data has, too, such as `address`. */
const INTERFACES =
  /^(?:Window|Navigator|History|Location|Storage|Node|NodeList|Element|HTML\w*Element|Document|DocumentFragment|(?:UI|Mouse|Pointer|Keyboard|Input|Submit)?Event|EventTarget|AbortSignal|Request|Response|Headers|FormData|URL|URLSearchParams|Blob|File|Crypto|Clipboard|DOMTokenList|Performance)$/;

/** Names that came after the floor: of globals, of static members ("Owner.member"), and of members without older namesakes. */
function newNames() {
  const [globals, statics, members, old] = [new Set(), new Set(), new Set(), new Set()];
  const handled = Object.entries(mdn.api).filter(([owner]) => INTERFACES.test(owner));
  for (const [owner, features] of [...Object.entries(mdn.javascript.builtins), ...Object.entries(mdn.api)]) {
    if (isNew(features)) globals.add(owner);
    for (const [key, feature] of Object.entries(features))
      if (isNew(feature)) statics.add(`${owner}.${key.replace(/_static$/, "")}`);
  }
  for (const [owner, features] of [...Object.entries(mdn.javascript.builtins), ...handled])
    for (const [name, feature] of Object.entries(features))
      if (!isNew(feature)) old.add(name);
      else if (globalThis[owner]?.[name] === undefined) members.add(name);
  return { globals, statics, members: members.difference(old) };
}

/** HTML attributes that came after the floor, in lower case. */
function newAttributes() {
  const elements = [mdn.html.global_attributes, ...Object.values(mdn.html.elements)];
  const all = elements.flatMap((attributes) => Object.entries(attributes));
  const isOld = new Set(all.flatMap(([name, feature]) => (isNew(feature) ? [] : [name])));
  return new Set(all.flatMap(([name, feature]) => (isNew(feature) && !isOld.has(name) ? [name] : [])));
}

const names = newNames();
const attributes = newAttributes();

/** Faults of a script, each once: syntax, look-behind, and names of APIs. */
export function scriptFaults(source) {
  const faults = new Set();
  const look = (pattern) => /\(\?<[=!]/.test(pattern) && faults.add("look-behind");
  const member = (name) => names.members.has(name) && faults.add(`.${name}`);
  const attribute = (name) => attributes.has(`${name}`.toLowerCase()) && faults.add(`attribute ${name}`);
  const visit = {
    StaticBlock: () => faults.add("static block"),
    Identifier: ({ name }) => names.globals.has(name) && faults.add(name),
    Literal: ({ regex, value }) => look(regex?.pattern ?? value),
    TemplateElement: ({ value }) => look(value.raw),
    NewExpression: ({ callee, arguments: { length } }) =>
      callee.name === "FormData" && length > 1 && faults.add("FormData of a button"),
    MemberExpression({ object, property, computed }) {
      const owned = `${object.name}.${property.name}`;
      if (computed) return;
      if (names.statics.has(owned)) faults.add(owned);
      else member(property.name);
    },
    ObjectPattern(node) {
      for (const { key } of node.properties) member(key?.name);
    },
    ObjectExpression(node) {
      for (const { key } of node.properties) attribute(key?.name ?? key?.value);
    },
  };
  try {
    full(parseScript(source, { ecmaVersion: 2022, sourceType: "module" }), (node) =>
      visit[node.type]?.(node),
    );
  } catch (error) {
    faults.add(`syntax: ${error.message}`);
  }
  return [...faults].sort();
}

const { properties, selectors, types, "at-rules": atRules } = mdn.css;

/** Functions of values, such as `color-mix`, which MDN lists by themselves or below their type. */
const valueFunctions = Object.assign({}, types, ...Object.values(types));

function unitFeature(unit) {
  const [, size] = /^([sld])v(?:[wbhi]|min|max)$/.exec(unit) ?? [];
  const sizes = { s: "small", l: "large", d: "dynamic" };
  return types.length[size ? `viewport_percentage_units_${sizes[size]}` : unit];
}

/** What is new of a declaration: its property, or a keyword, function or unit of its value; undefined if nothing is. */
function newInDeclaration({ property, value }) {
  const known = properties[property];
  if (isNew(known)) return property;
  let found;
  walk(value, ({ type, name, unit, value: sign }) => {
    const feature = {
      Identifier: known?.[name],
      Function: valueFunctions[name],
      Dimension: unitFeature(unit),
      Operator: property === "content" && sign === "/" ? known.alt_text : undefined,
    }[type];
    if (isNew(feature)) found ??= `${property}: ${name ?? unit ?? sign}`;
  });
  return found;
}

/** What a rule may not do by `:has()` alone: browsers without it would show, hide or misplace something. */
const ESSENTIAL = /^(?:display|visibility|content|position|inset|z-index|pointer-events)$/;

/**
 * Faults of a style sheet, each once. A declaration may follow an older one of its property. What stands in @supports or
 * @container is skipped by browsers that lack it, so that what stands outside is their look. Within :is() and :where() an
 * unknown selector spoils no others.
 */
export function styleFaults(source) {
  const faults = new Set();
  walk(parseStyle(source), {
    enter(node) {
      if (node.type === "Atrule" && ["supports", "container"].includes(node.name)) return this.skip;
      if (node.type === "Atrule" && isNew(atRules[node.name])) faults.add(`@${node.name}`);
      if (node.type === "Feature" && isNew(atRules.media[node.name])) faults.add(`@media (${node.name})`);
      if (node.type === "FeatureRange") faults.add("@media with a range");
      if (node.type === "NestingSelector") faults.add("nesting");
      if (node.type === "Rule") addRuleFaults(node, faults);
      return undefined;
    },
  });
  return [...faults].sort();
}

function addRuleFaults({ prelude, block }, faults) {
  const declarations = block.children.toArray().filter(({ type }) => type === "Declaration");
  const declared = new Set();
  for (const declaration of declarations) {
    const found = newInDeclaration(declaration);
    const name = declaration.property.replace(/^-(?:webkit|moz)-/, "");
    if (!found) declared.add(name);
    else if (!declared.has(name)) faults.add(found);
  }
  const asksHas = find(prelude, isHas) !== null;
  walk(prelude, {
    enter(node) {
      if (node.type === "PseudoClassSelector" && ["is", "where"].includes(node.name)) return this.skip;
      if (/^Pseudo/.test(node.type) && !isHas(node) && isNew(selectors[node.name]))
        faults.add(`:${node.name}`);
      return undefined;
    },
  });
  if (!asksHas) return;
  const essential = declarations.find(({ property }) => ESSENTIAL.test(property));
  if (essential) faults.add(`${essential.property} by :has()`);
  if (prelude.children.some((selector) => find(selector, isHas) === null))
    faults.add(":has() beside other selectors");
}

const isHas = ({ type, name }) => type === "PseudoClassSelector" && name === "has";
