import { type ParseResult, parseSync } from 'rolldown/utils';

/** A node of the syntax tree (ESTree with TypeScript's additions); offsets count UTF-16 units. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

export interface ParsedProgram {
  readonly body: readonly SyntaxNode[];
  readonly module: ParseResult['module'];
}

/** Parses a TypeScript or TSX file. Throws on a syntax error. */
export function parseProgram(path: string, text: string): ParsedProgram {
  const parsed = parseSync(path, text);
  const firstError = parsed.errors[0];
  if (firstError !== undefined) throw new Error(`${path}: ${firstError.message}`);
  return { body: (parsed.program as unknown as { body: SyntaxNode[] }).body, module: parsed.module };
}

/** Calls `onNode` for every node in `value`, with its enclosing nodes, innermost first. */
export function visitNodes(
  value: unknown,
  onNode: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
  around: readonly SyntaxNode[] = [],
): void {
  if (Array.isArray(value)) {
    for (const item of value) visitNodes(item, onNode, around);
  } else if (isNode(value)) {
    onNode(value, around);
    const inside = [value, ...around];
    for (const child of Object.values(value)) if (typeof child === 'object') visitNodes(child, onNode, inside);
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

/** Offset in the text → line number, 1 for the first. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
