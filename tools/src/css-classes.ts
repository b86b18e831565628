import { posix } from 'node:path';
import type { SourceTexts } from './repository.ts';
import { isNode, lineFinder, parseProgram, visitNodes } from './syntax.ts';

/** Finds uses of `styles.name` whose CSS module has no such class: the element would get the class "undefined". */
export function findMissingClasses(path: string, text: string, texts: SourceTexts): string[] {
  if (!/\.tsx?$/.test(path) || !text.includes('.module.css')) return [];
  const program = parseProgram(path, text);
  const classes = new Map<unknown, ReadonlySet<string>>();
  for (const { moduleRequest, entries } of program.module.staticImports) {
    const css = texts.get(posix.join(posix.dirname(path), moduleRequest.value));
    if (css === undefined || !moduleRequest.value.endsWith('.module.css')) continue;
    for (const { localName } of entries) classes.set(localName.value, classesIn(css));
  }
  const lineOf = lineFinder(text);
  const found: string[] = [];
  visitNodes(program.body, ({ type, object, property, start }) => {
    if (type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return;
    const name = property.type === 'Literal' ? property.value : property.name;
    const isNamed = property.type === 'Literal' || text[property.start - 1] === '.';
    if (!isNamed || typeof name !== 'string' || (classes.get(object.name)?.has(name) ?? true)) return;
    found.push(`${path}:${lineOf(start)}: ${object.name}.${name} is not a class of its CSS module`);
  });
  return found;
}

const classesIn = (css: string): ReadonlySet<string> => {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(["'])(?:\\.|(?!\1)[^\\])*\1/g, '');
  return new Set(Array.from(code.matchAll(/\.([A-Za-z_][\w-]*)/g), ([, name]) => name ?? ''));
};
