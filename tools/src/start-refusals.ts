import type { SourceTexts } from './repository.ts';
import { isNode, parseProgram, type SyntaxNode, visitNodes } from './syntax.ts';

/** The message of an error that prevents a start, with … for the parts that are filled in at run time. */
export interface StartRefusal {
  readonly path: string;
  readonly sentence: string;
}

/** Every `new StartError(...)` in the server's sources. */
export function startRefusals(texts: SourceTexts): StartRefusal[] {
  return [...texts].flatMap(([path, text]) => {
    if (!/^apps\/server\/src\/.*(?<!\.test)\.ts$/.test(path) || !text.includes('StartError(')) return [];
    const found: StartRefusal[] = [];
    visitNodes(parseProgram(path, text).body, (node) => {
      if (node.type !== 'NewExpression' || !isNode(node.callee) || node.callee.name !== 'StartError') return;
      const sentence = sentenceOf((node.arguments as SyntaxNode[])[0]);
      if (sentence !== undefined) found.push({ path, sentence });
    });
    return found;
  });
}

function sentenceOf(argument: SyntaxNode | undefined): string | undefined {
  if (typeof argument?.value === 'string') return argument.value;
  if (argument?.type !== 'TemplateLiteral') return undefined;
  const pieces = argument.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return pieces.map((piece) => piece.value.cooked).join('…');
}
