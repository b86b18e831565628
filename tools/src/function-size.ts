import { isSupportFile } from './source-graph.ts';
import { isNode, lineFinder, parseProgram, type SyntaxNode, visitNodes } from './syntax.ts';

const MOST_LINES = 70;
const MOST_PARAMETERS = 6;

/** Files that begin like this are generated, and therefore exempt. */
const GENERATED = '// Written by ';

/** Functions of the product with too many lines or parameters: one line for each. */
export function findLargeFunctions(path: string, text: string): string[] {
  if (!/\.tsx?$/.test(path) || /\.d\.ts$/.test(path) || isSupportFile(path) || text.startsWith(GENERATED)) return [];
  const lineOf = lineFinder(text);
  const found: string[] = [];
  visitNodes(parseProgram(path, text).body, (node, around) => {
    if (!isFunction(node)) return;
    const { body } = node;
    const name = nameOf(node, around);
    const line = lineOf(node.start);
    const parameters = (node.params as readonly unknown[]).length;
    if (parameters > MOST_PARAMETERS)
      found.push(`${path}:${line}: ${name} takes ${parameters} parameters, more than ${MOST_PARAMETERS}`);
    const lines = lineOf((body as SyntaxNode & { readonly end: number }).end) - line + 1;
    if (lines > MOST_LINES) found.push(`${path}:${line}: ${name} has ${lines} lines, more than ${MOST_LINES}`);
  });
  return found;
}

const isFunction = (node: SyntaxNode): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && isNode(node.body);

/** The function's own name, or the name of the variable or property to which the function is assigned. */
function nameOf(node: SyntaxNode, [parent]: readonly SyntaxNode[]): string {
  const named = [node.id, parent?.id, parent?.key].find(isNode);
  return String(named?.name ?? 'a function');
}
