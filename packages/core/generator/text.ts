/** The formatter's maximum line length. */
const LINE = 120;

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const small = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
/** `PlaceOrder` → `place-order`. */
export const dashed = (name: string): string => small(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const indent = (line: string): string => (line === '' ? line : `  ${line}`);

/** `head` with its items in braces or brackets, on one line if they fit. */
const listed = (head: string, items: readonly string[], tail: string): string => {
  const oneLine = `${head} ${items.join(', ')} ${tail}`;
  return oneLine.length <= LINE ? oneLine : [head, ...items.map((item) => `  ${item},`), tail].join('\n');
};

export const importLine = (names: readonly string[], from: string): string =>
  listed('import {', [...names].sort(byName), `} from '${from}';`);

/** Sorts as the formatter does: by character, capitals first. */
const byName = (a: string, b: string): number => (sortKey(a) < sortKey(b) ? -1 : 1);

const sortKey = (name: string): string =>
  name.replace(/^type /, '').replace(/[A-Za-z]/g, (letter) => letter.toLowerCase() + (letter < 'a' ? 0 : 1));

export const constFunction = (head: string, lines: readonly string[]): string =>
  `const ${head} => {\n${lines
    .flatMap((line) => line.split('\n'))
    .map(indent)
    .join('\n')}\n};\n`;

export const block = (head: string, lines: readonly string[], tail = '}'): string =>
  [head, ...lines.flatMap((line) => line.split('\n')).map(indent), tail].join('\n');

/** The names in `known` that the text uses. */
export const usedIn = (text: string, known: readonly string[]): string[] =>
  known.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
