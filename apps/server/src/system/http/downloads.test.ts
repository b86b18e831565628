import { afterEach, expect, test } from 'vitest';
import { TestExchange } from '../../testing/test-exchange.ts';

let exchange: TestExchange | undefined;
afterEach(() => exchange?.close());

const placeOf = async (call: string, of: TestExchange) => {
  const { status, headers } = await of.visitor.get(call);
  return [status, headers.location];
};

test('each download call redirects to its store page, or to the install section if there is none', async () => {
  exchange = await TestExchange.open({ APP_LINK_ANDROID: 'https://play.example/vitrine' });
  expect(await placeOf('/api/v3/download-apk', exchange)).toEqual([302, 'https://play.example/vitrine']);
  expect(await placeOf('/api/v3/download-ios', exchange)).toEqual([302, '/#download']);
});
