import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '../../../lib/i18n.ts';
import { protectPost } from './protect.ts';

beforeAll(async () => {
  await startI18n();
  await i18n.loadNamespaces('trade');
});
afterEach(() => vi.unstubAllGlobals());

const POSITION = { name: 'BTC-USDT-PERP', side: 'long', size: '0.01' } as const;
const BOTH = [
  { kind: 'takeProfit', trigger: '70000', former: { id: '1' } },
  { kind: 'stopLoss', trigger: '60000', former: { id: '2' } },
] as const;

/** Responds to each call in turn, and records which orders were placed (by trigger) and cancelled (by id). */
function answering(...answers: readonly (readonly [status: number, body: object])[]): string[] {
  const sent: string[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    sent.push(url.endsWith('/cancel') ? `cancel ${body.order_id}` : `${body.trigger_kind} ${body.trigger_price}`);
    const [status, answer] = left.shift() ?? [200, { message: 'success', cancelled: 1, released: [] }];
    return new Response(JSON.stringify(answer), { status });
  });
  return sent;
}

const placed = (order_id: string) => [200, { message: 'success', order_id }] as const;
const failed = (code: string, retryable: boolean) => [422, { code, message: '', retryable, parameters: {} }] as const;

test('the old take-profit and stop-loss are cancelled only after both new ones are placed', async () => {
  const sent = answering(placed('3'), placed('4'));
  expect(await protectPost(POSITION, BOTH)({}, 'key')).toEqual({ message: 'success' });
  expect(sent).toEqual(['take_profit 70000', 'stop 60000', 'cancel 1', 'cancel 2']);
});

test('if the new stop-loss is refused, the new take-profit is cancelled, and the old orders stay', async () => {
  const sent = answering(placed('3'), failed('trigger_not_reached_side', false));
  await expect(protectPost(POSITION, BOTH)({}, 'key')).rejects.toMatchObject({ code: 'trigger_not_reached_side' });
  expect(sent).toEqual(['take_profit 70000', 'stop 60000', 'cancel 3']);
});

test('if the stop-loss can be sent again with the same key, the new take-profit stays', async () => {
  const sent = answering(placed('3'), failed('market_busy', true));
  await expect(protectPost(POSITION, BOTH)({}, 'key')).rejects.toMatchObject({ code: 'market_busy' });
  expect(sent).toEqual(['take_profit 70000', 'stop 60000']);
});
