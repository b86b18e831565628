import { expect, test } from 'vitest';
import { type Endpoint, endpoints } from './index.ts';
import { NameText } from './schema.ts';

const { pattern } = NameText({ maxLength: 60 }) as unknown as { readonly pattern: string };
const passes = (text: string) => new RegExp(pattern, 'u').test(text);

test.each(['Laptop', 'My phone', ' Phone ', 'Ключ №2', 'کلید من', 'می‌خواهم', '👩‍💻', '-'])(
  '%j is accepted as a name',
  (text) => {
    expect(passes(text)).toBe(true);
  },
);

test.each([
  '',
  ' ',
  '\u00a0\u3000',
  '\u200b',
  'a\nb',
  'a\rb',
  'a\n',
  'a\tb',
  'a\u0085b',
  'a\u2028b',
  'a\u2029b',
  'a\u202eb',
  '\u2066a',
  'a\u200fb',
])('%j is refused as a name', (text) => {
  expect(passes(text)).toBe(false);
});

/**
 * The names in requests that need not be a single line: names of markets, which are only looked up, and names of
 * profiles and files, which the server sanitizes.
 */
const others = [
  'acceptMinimumTerm.name',
  'buyMore.name',
  'cancelAllFuturesOrders.name',
  'cancelAllOrders.name',
  'changeMargin.name',
  'closePosition.name',
  'placeFuturesOrder.name',
  'setLeverage.name',
  'consoleAskForIndexSources.name',
  'consoleAskForTask.name',
  'consoleAskForMarketRules.name',
  'consoleAskForPerpetualTerms.name',
  'consoleAskForReferencePrice.name',
  'consoleAskToCancelDelisting.name',
  'consoleAskToClosePosition.name',
  'consoleAskToDelistMarket.name',
  'consoleAskToOpenMarket.name',
  'consoleStopMarket.name',
  'consoleSupportReply.attachment.name',
  'placeOrder.name',
  'updateProfile.name',
  'placeOco.name',
  'sendSupportMessage.attachment.name',
];

interface Schema {
  readonly type?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function names(schema: Schema, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => [
    ...(/^(name|label|brand_name)$/.test(key) && inner.type === 'string' && inner.pattern !== pattern
      ? [`${path}.${key}`]
      : []),
    ...names(inner, `${path}.${key}`),
  ]);
}

test('every name in a request is a single line, except names that are sanitized or only looked up', () => {
  const found = Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
    body ? names(body as Schema, name) : [],
  );
  expect(found.toSorted()).toEqual(others.toSorted());
});
