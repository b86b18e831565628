import { flatTexts } from './locale-texts.ts';
import type { SourceTexts } from './repository.ts';
import { isNode, lineFinder, parseProgram, type SyntaxNode, visitNodes } from './syntax.ts';

const isSource = (path: string, app: string): boolean =>
  path.startsWith(`${app}/src/`) && /\.tsx?$/.test(path) && !/\.(test|spec|d)\.tsx?$/.test(path);

/** The text of a template literal as a pattern, in which a filled-in value stands for any part of a key. */
function patternOf({ quasis }: SyntaxNode): RegExp | undefined {
  const parts = (quasis as readonly SyntaxNode[]).map(({ value }) => (value as { readonly cooked: string }).cooked);
  if (!parts.every((part) => /^[\w.:-]*$/.test(part)) || !parts.some((part) => /[a-z]/i.test(part))) return undefined;
  return new RegExp(`^${parts.map((part) => part.replace(/^\w+:/, '').replaceAll('.', '\\.')).join('[^ ]+')}$`);
}

/** The English texts of an app that none of its code names, as far as its literals and templates tell. */
export function unusedTexts(texts: SourceTexts, app: string): string[] {
  const literals = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const [path, text] of texts) {
    if (!isSource(path, app) && !isSource(path, 'packages/ui')) continue;
    visitNodes(parseProgram(path, text).body, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') literals.add(node.value.replace(/^\w+:/, ''));
      if (node.type !== 'TemplateLiteral') return;
      const pattern = patternOf(node);
      if (pattern) patterns.set(pattern.source, pattern);
    });
  }
  const isNamed = (key: string) => literals.has(key) || [...patterns.values()].some((pattern) => pattern.test(key));
  return [...texts].flatMap(([path, json]) => {
    if (!path.startsWith(`${app}/src/`) || !/\/locales\/en\/\w+\.json$/.test(path)) return [];
    return [...flatTexts(json).keys()]
      .filter((key) => {
        // A list of paragraphs is named as a whole; a plural or a variant by its stem.
        const list = key.replace(/\.\d+(\..*)?$/, '');
        return ![key, list, key.replace(/_[a-z]\w*$/, '')].some(isNamed);
      })
      .map((key) => `${path}: ${key}`);
  });
}

const SPOKEN = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label', 'description']);
/** Two letters in a row make a word, unless all are capitals, as in USDT. */
const hasWord = (text: string): boolean => /[A-Za-z]*[a-z][A-Za-z]/.test(text);

/** Texts that are in a component instead of the catalogues: as the content of an element, or in an attribute. */
export function outsideTexts(texts: SourceTexts, app: string): string[] {
  return [...texts].flatMap(([path, text]) => {
    if (!isSource(path, app) || !path.endsWith('.tsx')) return [];
    const lineOf = lineFinder(text);
    const found: string[] = [];
    visitNodes(parseProgram(path, text).body, (node) => {
      const said = spokenIn(node);
      if (said !== undefined && hasWord(said)) found.push(`${path}:${lineOf(node.start)}: ${said.trim()}`);
    });
    return found;
  });
}

function spokenIn({ type, value, name }: SyntaxNode): string | undefined {
  // An entity, such as a space, is no word.
  if (type === 'JSXText') return String(value).replace(/&\w+;/g, ' ');
  if (type !== 'JSXAttribute' || !isNode(name) || !isNode(value)) return undefined;
  return SPOKEN.has(String(name.name)) && value.type === 'Literal' ? String(value.value) : undefined;
}
