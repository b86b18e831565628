import { isSupportFile, type SourceFile } from './source-graph.ts';
import { isNode, lineFinder, parseProgram, type SyntaxNode, visitNodes } from './syntax.ts';

/** Folders whose code must use only whole numbers and behave identically on every machine. */
const pureFolders = ['packages/core/src/', 'packages/money/src/'];

/** The folder that may divide freely, because its code decides where results are exact and where they are rounded. */
const arithmeticFolder = 'packages/money/src/';

const forbiddenGlobals = new Set(['Date', 'performance', 'process', 'setTimeout', 'setInterval', 'parseFloat', 'Intl']);

/** The functions of Math that return whole numbers for whole numbers. */
const wholeNumberMath = new Set(['abs', 'ceil', 'clz32', 'floor', 'imul', 'max', 'min', 'sign', 'trunc']);

const unroundedDivision = 'a division must be inside Math.floor, Math.ceil, Math.trunc or | 0';

const roundings = new Set(['ceil', 'floor', 'trunc']);

/** Uses of clocks, randomness and fractions in the core or in money: one line each, with the reason. */
export function findImpurities(file: SourceFile): string[] {
  if (isSupportFile(file.path) || !pureFolders.some((folder) => file.path.startsWith(folder))) return [];
  const lineOf = lineFinder(file.text);
  const found: string[] = [];
  visitNodes(parseProgram(file.path, file.text).body, (node, around) => {
    const reason = impurity(node, around);
    const isOwnRule = reason === unroundedDivision && file.path.startsWith(arithmeticFolder);
    if (reason !== undefined && !isOwnRule) found.push(`${file.path}:${lineOf(node.start)}: ${reason}`);
  });
  return found;
}

/** @param around the nodes that enclose this one, innermost first */
function impurity(node: SyntaxNode, around: readonly SyntaxNode[]): string | undefined {
  const parent = around.find(({ type }) => type !== 'ParenthesizedExpression');
  if (node.type === 'Identifier' && isGlobalUse(node, parent) && forbiddenGlobals.has(String(node.name))) {
    return `${node.name}: the core must not use a clock, the process or a locale`;
  }
  if (node.type === 'MemberExpression' && isNode(node.object) && node.object.name === 'Math') {
    const name = isNode(node.property) ? String(node.property.name) : '';
    return wholeNumberMath.has(name) ? undefined : `Math.${name} is random or can return fractions`;
  }
  if (node.type === 'Literal' && typeof node.value === 'number' && !Number.isInteger(node.value)) {
    return isRounded(around) ? undefined : `${node.raw}: the core must use whole numbers`;
  }
  if (node.type === 'BinaryExpression' && node.operator === '/') {
    return isRounded(around) || isLayout(node) ? undefined : unroundedDivision;
  }
  return undefined;
}

/** Whether the identifier refers to a global rather than to a property or key of the same name. */
function isGlobalUse(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return true;
  const isProperty = parent.type === 'MemberExpression' && parent.property === node && parent.computed !== true;
  const isKey = 'key' in parent && parent.key === node;
  return !isProperty && !isKey;
}

/** Whether the arithmetic around the node drops the fraction. */
function isRounded(around: readonly SyntaxNode[]): boolean {
  return isRounding(around.find((node) => isRounding(node) || !/^(Parenthesized|Binary)Expression$/.test(node.type)));
}

/** Math.floor(...) and the like, or the bitwise operators that drop a fraction. */
function isRounding(node: SyntaxNode | undefined): boolean {
  if (node?.type === 'BinaryExpression') return node.operator === '|' || node.operator === '>>>';
  if (node?.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  return isNode(object) && object.name === 'Math' && isNode(property) && roundings.has(String(property.name));
}

/**
 * Whether this divides a capacity rather than an amount: a constant, or a property named length, byteLength or used,
 * divided by a constant.
 */
function isLayout({ left, right }: SyntaxNode): boolean {
  return (isConstant(left) || isLength(left)) && isConstant(right);
}

function isConstant(node: unknown): boolean {
  return isNode(node) && (node.type === 'Literal' || /^[A-Z][A-Z0-9_]*$/.test(String(node.name ?? '')));
}

function isLength(node: unknown): boolean {
  return isNode(node) && isNode(node.property) && /^(byteLength|length|used)$/.test(String(node.property.name));
}
