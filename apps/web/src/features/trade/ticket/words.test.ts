import Big from 'big.js';
import fc from 'fast-check';
import { createInstance, type TFunction } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import trade from '../../../locales/en/trade.json' with { type: 'json' };
import { summarise } from './summary.ts';
import { btcContext, btcRules, ticket } from './testing/ticket-fixture.ts';
import type { TicketForm } from './types.ts';
import { confirmWords } from './words.ts';

let t: TFunction<'trade'>;
beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', ns: ['trade'], resources: { en: { trade } }, interpolation: { escapeValue: false } });
  t = i18n.getFixedT('en', 'trade');
});

const linesOf = (form: TicketForm) => confirmWords(t, form, btcRules, summarise(form, btcContext)).lines;
/** Parses '+ 1,234.50 USDT' as 1234.5; negative if it has a minus sign. */
const figureOf = (text = '') => new Big(text.replaceAll(/[^\d.−]/g, '').replace('−', '-'));

test('the confirmation of a limit buy states order value, taker fee, their sum, and the lower sum for a maker', () => {
  const lines = linesOf(ticket({ price: '64000', size: '0.05' })).slice(4);
  expect(lines).toEqual([
    { label: 'Order value', value: '3,200.00 USDT' },
    { label: 'Fee if taker (0.1%)', value: '+ 3.20 USDT' },
    { label: 'You pay at most', value: '3,203.20 USDT' },
    { label: 'If maker (0.08%)', value: '3,202.56 USDT', faint: true },
  ]);
});

test('order value and fee add up to the stated total, to the last digit, for any order', () => {
  const form = fc.record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    kind: fc.constantFrom('limit' as const, 'market' as const, 'stop_market' as const, 'oco' as const),
    price: fc.integer({ min: 1, max: 900_000 }).map((ticks) => (ticks / 10).toFixed(1)),
    trigger: fc.integer({ min: 1, max: 900_000 }).map((ticks) => (ticks / 10).toFixed(1)),
    size: fc.integer({ min: 1, max: 149_999 }).map((lots) => (lots / 100_000).toFixed(5)),
    postOnly: fc.boolean(),
  });
  fc.assert(
    fc.property(form, (changes) => {
      const lines = linesOf(ticket(changes));
      const at = lines.findIndex(({ label }) => label.startsWith('You '));
      const [value, fee, total] = lines.slice(at - 2, at + 1).map((line) => figureOf(line.value));
      expect(value?.plus(fee ?? 0).toFixed(), JSON.stringify(lines)).toBe(total?.toFixed());
    }),
  );
});
