import type { EventLayout, WordLayout } from '../src/codec/layout.ts';
import * as codes from '../src/vocabulary/codes.ts';
import { block, constFunction, importLine, small, usedIn } from './text.ts';

type Layouts = Readonly<Record<string, EventLayout<never>>>;

/** The literals of an order that are packed into its traits. */
const TRAITS = ['side', 'type', 'timeInForce', 'postOnly', 'selfTrade', 'trigger', 'reduceOnly'];

interface Word {
  readonly name: string;
  readonly what: WordLayout;
  readonly at: number;
}

const lengthOf = (what: WordLayout): number => (what === 'hash' ? codes.HASH_WORDS : 1);

const wordsOf = (layout: EventLayout<never>): Word[] => {
  let at = 1;
  return Object.entries(layout.words as Record<string, WordLayout>).map(([name, what]) => {
    const word = { name, what, at };
    at += lengthOf(what);
    return word;
  });
};

const totalOf = (layout: EventLayout<never>): number =>
  1 + wordsOf(layout).reduce((sum, { what }) => sum + lengthOf(what), layout.spare ?? 0);

const tell = ({ what, at }: Word): string => {
  const word = `words[at + ${at}]`;
  if (what === 'number') return word;
  if (what === 'yes') return `${word} === 1`;
  if (what === 'assetCode') return `unpackAssetCode(${word})`;
  if (what === 'refusal') return `refusalOf(${word})`;
  if (what === 'hash') return `hashOfWords(words.subarray(at + ${at}, at + ${at + codes.HASH_WORDS}))`;
  if (what === 'legs') return `legsAt(words, at + ${at}, at + lengthAt(words, at))`;
  return `${what}[${word}]`;
};

const reader = (kind: string, layout: EventLayout<never>): string => {
  const words = wordsOf(layout);
  const traits = words.find(({ what }) => what === 'traits');
  const refusal = words.find(({ what }) => what === 'refusalOrNone');
  const lines = words.flatMap((word) => {
    if (word === traits) return TRAITS.map((name) => `${name},`);
    return word === refusal ? [] : [`${word.name}: ${tell(word)},`];
  });
  return constFunction(`read${kind} = (words: Float64Array, at: number): ${kind}`, [
    ...(traits === undefined ? [] : [`const { ${TRAITS.join(', ')} } = orderTraitsOf(words[at + ${traits.at}]);`]),
    block('const event = {', [`kind: '${kind}',`, ...lines], `} as ${kind};`),
    refusal === undefined
      ? 'return event;'
      : `return words[at + ${refusal.at}] === 0 ? event : { ...event, refusal: refusalOf(words[at + ${refusal.at}]) };`,
  ]);
};

const writer = (kind: string, layout: EventLayout<never>): string => {
  const words = wordsOf(layout);
  const legs = words.find(({ what }) => what === 'legs');
  const length = legs === undefined ? `${totalOf(layout)}` : `${legs.at} + 4 * e.${legs.name}.count`;
  const lines = words.map(({ name, what, at }) => {
    if (what === 'legs') return `setLegs(words, at + ${at}, e.${name});`;
    if (what === 'hash') return `setHash(words, at + ${at}, e.${name});`;
    return `words[at + ${at}] = e.${name};`;
  });
  const spare = Array.from({ length: layout.spare ?? 0 }, (_, i) => `words[at + ${totalOf(layout) - 1 - i}] = 0;`);
  return block(`${small(kind)}(e: WordsOf<${kind}>): void {`, [
    `const at = this.begin(${layout.code}, ${length});`,
    'const { words } = this;',
    ...lines,
    ...spare,
  ]);
};

/** Writers and readers of all events as straight-line code. */
export const generateEvents = (layouts: Layouts): string => {
  const kinds = Object.entries(layouts);
  if (new Set(kinds.map(([, { code }]) => code)).size !== kinds.length)
    throw new Error('two events have the same code');
  const body = [
    '/** Appends events. Each is passed as the numeric values of its words (see `WordsOf`). */',
    block(
      'export class EventWriter extends EventWords {',
      [kinds.map(([kind, layout]) => writer(kind, layout)).join('\n\n')],
      '}\n',
    ),
    ...kinds.map(([kind, layout]) => reader(kind, layout)),
    '/** The event whose first word is words[at]. Throws RangeError for a code it does not know. */',
    `export ${constFunction('readEvent = (words: Float64Array, at: number): CoreEvent', [
      block('switch (words[at] % 64) {', [
        ...kinds.flatMap(([kind, { code }]) => [`case ${code}:`, `  return read${kind}(words, at);`]),
        'default:',
        "  throw new RangeError('unknown event code');",
      ]),
    ])}`,
  ].join('\n');
  const types = ['CoreEvent', ...kinds.map(([kind]) => kind)];
  return [
    '// Written by `npm run docs` from event-layouts.ts: change that instead.',
    '',
    importLine(usedIn(body, Object.keys(codes)), '../vocabulary/codes.ts'),
    importLine(types, '../vocabulary/events.ts').replace('import {', 'import type {'),
    "import { orderTraitsOf } from '../vocabulary/order-traits.ts';",
    "import { refusalOf } from '../vocabulary/refusals.ts';",
    importLine(['EventWords', 'legsAt', 'lengthAt', 'setHash', 'setLegs', 'type WordsOf'], './event-words.ts'),
    '',
    body,
  ].join('\n');
};
