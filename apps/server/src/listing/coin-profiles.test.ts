import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photoBytes } from '../kyc/testing/photos.ts';
import { TestExchange, type TestResponse, type TestStaff } from '../testing/test-exchange.ts';

let exchange: TestExchange;
let lister: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_FILES: '6000' });
  lister = await exchange.staff('listing');
  second = await exchange.staff('listing');
});
afterAll(() => exchange.close());

const reason = 'Read from the project’s documents';
const facts = {
  issue_date: '2009-01-03',
  max_supply: '21000000',
  total_supply: '19950000',
  circulating_supply: '19950000',
  supply_date: '2025-11-01',
  supply_source: 'Block explorer',
  ranking: '',
  market_cap: '',
  market_dominance: '',
  figures_date: '',
  figures_source: '',
  all_time_high: '',
  all_time_high_date: '',
  all_time_low: '',
  all_time_low_date: '',
  records_date: '',
  records_source: '',
  intro: 'The first cryptocurrency.',
};
const askForProfile = (changes: object, who: TestStaff = lister) =>
  who.post('/api/v3/console/coins/ask-for-profile', { coin: 'BTC', ...facts, ...changes, reason });
async function approve({ status, body }: TestResponse): Promise<{ readonly state: string; readonly failure: string }> {
  expect(status, JSON.stringify(body)).toBe(200);
  return (await second.post('/api/v3/console/approvals/approve', { id: body.approval })).body.approval;
}
const profileOf = async (name: string) =>
  (await exchange.visitor.get(`/api/v3/coin-profile?name=${name}`)).body.coin_profile;
const NOT_KNOWN = 'N/A';

test('the sandbox starts with facts and with dated figures from a source; unknown facts are N/A', async () => {
  expect(await profileOf('POL')).toEqual({
    name: 'POL',
    full_name: 'Polygon',
    image: '/coins/pol.svg',
    ranking: NOT_KNOWN,
    market_cap: NOT_KNOWN,
    market_cap_source: NOT_KNOWN,
    market_cap_date: NOT_KNOWN,
    market_dominance: NOT_KNOWN,
    figures_date: NOT_KNOWN,
    figures_source: NOT_KNOWN,
    circulating_supply: NOT_KNOWN,
    total_supply: NOT_KNOWN,
    max_supply: NOT_KNOWN,
    supply_date: NOT_KNOWN,
    supply_source: NOT_KNOWN,
    issue_date: '2023-10',
    all_time_high: NOT_KNOWN,
    all_time_high_date: NOT_KNOWN,
    all_time_high_source: NOT_KNOWN,
    all_time_high_as_of: NOT_KNOWN,
    all_time_low: NOT_KNOWN,
    all_time_low_date: NOT_KNOWN,
    all_time_low_source: NOT_KNOWN,
    all_time_low_as_of: NOT_KNOWN,
    intro: expect.stringContaining('MATIC'),
  });
  expect(await profileOf('ETH')).toMatchObject({
    ranking: '2',
    figures_date: '2026-02-27',
    figures_source: 'CoinGecko',
    circulating_supply: '120692267',
    max_supply: 'unlimited',
    supply_source: 'CoinGecko',
    issue_date: '2015-07-30',
    all_time_high: '4946.05',
    all_time_high_date: '2025-08-24',
    all_time_high_as_of: '2026-02-27',
    all_time_low: '0.432979',
    market_cap: NOT_KNOWN,
    market_dominance: NOT_KNOWN,
  });
  expect(await profileOf('USDT')).toMatchObject({ issue_date: '2014-10', all_time_high: '1.32' });
  expect(await profileOf('BTC')).toMatchObject({ all_time_high: '126080', all_time_low: NOT_KNOWN });
  expect((await exchange.visitor.get('/api/v3/coin-profile?name=NOSUCH')).body.code).toBe('unknown_coin');
});

test('a profile is changed by two people and recorded; market cap and all-time prices follow our own market', async () => {
  const asked = await askForProfile({});
  expect((await lister.post('/api/v3/console/approvals/approve', { id: asked.body.approval })).body.code).toBe(
    'own_approval',
  );
  const [{ approvals }] = [(await second.get('/api/v3/console/approvals?list=waiting')).body];
  expect(approvals.find(({ id }: { id: number }) => id === asked.body.approval)).toMatchObject({
    kind: 'coin_profile',
    subject: 'coin BTC',
    before: { circulating_supply: '19995671' },
    after: facts,
  });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  expect(await profileOf('BTC')).toMatchObject({
    circulating_supply: '19950000',
    supply_date: '2025-11-01',
    supply_source: 'Block explorer',
    intro: facts.intro,
    market_cap: NOT_KNOWN,
    all_time_high: NOT_KNOWN,
  });
  const { coins } = (await lister.get('/api/v3/console/coins')).body;
  expect(coins.find(({ coin }: { coin: string }) => coin === 'BTC').profile).toEqual(facts);
  const auditor = await exchange.staff('auditor');
  const { entries } = (await auditor.get('/api/v3/console/audit')).body;
  expect(JSON.stringify(entries)).toContain(reason);

  const [buyer, seller] = [await exchange.client({ USDT: '1000' }), await exchange.client({ BTC: '1' })];
  const order = { name: 'BTCUSDT', trade_type: 'limit', number_of_order: '0.001' };
  for (const [price, from, to] of [
    ['66000.0', seller, buyer],
    ['65000.0', seller, buyer],
  ] as const) {
    expect((await from.order({ ...order, delegate_type: 'SELL', order_per_unit: price })).status).toBe(200);
    expect((await to.order({ ...order, delegate_type: 'BUY', order_per_unit: price })).status).toBe(200);
  }
  // Supply × price: 19,950,000 × 65,000.
  await expect
    .poll(() => profileOf('BTC'))
    .toMatchObject({
      market_cap: '1296750000000',
      market_cap_source: 'own_market',
      market_cap_date: NOT_KNOWN,
      all_time_high_source: 'own_market',
      all_time_high: '66000.0',
      all_time_low: '65000.0',
      all_time_high_date: new Date(exchange.services.clock()).toISOString().slice(0, 10),
    });
  const { coinpair } = (await exchange.visitor.get('/api/v3/all-pairs')).body;
  const capOf = (coin: string) => coinpair.find(({ name }: { name: string }) => name === coin).market_cap;
  expect([capOf('BTC'), capOf('SOL')]).toEqual(['1296750000000', NOT_KNOWN]);
});

const statements = {
  ranking: '9',
  market_cap: '48000000000.5',
  market_dominance: '1.25',
  figures_date: '2025-11-02',
  figures_source: ' A list of coins ',
  all_time_high: '3.09',
  all_time_high_date: '2021-09-02',
  all_time_low: '0.01',
  all_time_low_date: '2020-03-13',
  records_date: '2025-11-03',
  records_source: 'A list of prices',
};

test('stated figures are shown with source and date, until trades on this exchange exceed them', async () => {
  const changes = { coin: 'ADA', max_supply: '45000000000', total_supply: '', circulating_supply: '', supply_date: '' };
  expect(await approve(await askForProfile({ ...changes, supply_source: '', ...statements }))).toMatchObject({
    state: 'done',
  });
  const stated = {
    ranking: '9',
    market_dominance: '1.25',
    figures_date: '2025-11-02',
    figures_source: 'A list of coins',
    market_cap: '48000000000.5',
    market_cap_source: 'A list of coins',
    market_cap_date: '2025-11-02',
    all_time_high: '3.09',
    all_time_high_date: '2021-09-02',
    all_time_high_source: 'A list of prices',
    all_time_high_as_of: '2025-11-03',
    supply_source: NOT_KNOWN,
  };
  expect(await profileOf('ADA')).toMatchObject({ ...stated, all_time_low: '0.01' });
  const { coinpair } = (await exchange.visitor.get('/api/v3/all-pairs')).body;
  expect(coinpair.find(({ name }: { name: string }) => name === 'ADA').market_cap).toBe('48000000000.5');

  // A trade between the stated high and low changes neither.
  const [buyer, seller] = [await exchange.client({ USDT: '1000' }), await exchange.client({ ADA: '100' })];
  const { close } = coinpair.find(({ name }: { name: string }) => name === 'ADA');
  const order = { name: 'ADAUSDT', trade_type: 'limit', number_of_order: '50', order_per_unit: close };
  expect((await seller.order({ ...order, delegate_type: 'SELL' })).status).toBe(200);
  expect((await buyer.order({ ...order, delegate_type: 'BUY' })).status).toBe(200);
  expect(await profileOf('ADA')).toMatchObject({ ...stated, all_time_low: '0.01' });

  // A trade at a price above the stated high replaces the stated high.
  const narrow = { all_time_high: '0.02', all_time_low: '0.01' };
  expect(await approve(await askForProfile({ ...changes, supply_source: '', ...statements, ...narrow }))).toMatchObject(
    { state: 'done' },
  );
  expect(await profileOf('ADA')).toMatchObject({
    all_time_high: close,
    all_time_high_source: 'own_market',
    all_time_high_as_of: NOT_KNOWN,
    all_time_low: '0.01',
    all_time_low_source: 'A list of prices',
  });
});

test('of two requests based on the same profile, the second is void; a request without a change is refused', async () => {
  const [first, other] = [
    await askForProfile({ coin: 'LTC', intro: 'One.' }),
    await askForProfile({ coin: 'LTC', intro: 'Another.' }),
  ];
  expect(await approve(first)).toMatchObject({ state: 'done' });
  expect(await approve(other)).toMatchObject({ state: 'failed', failure: 'listing_changed' });
  expect((await askForProfile({ coin: 'LTC', intro: 'One.' })).body.code).toBe('nothing_to_change');
  expect((await profileOf('LTC')).intro).toBe('One.');
});

test('a profile that contradicts the calendar or itself is refused, and so is a request by another role', async () => {
  const refusal = async (changes: object) => (await askForProfile({ coin: 'SOL', ...changes })).body.parameters?.reason;
  expect(await refusal({ issue_date: '2009-02-30' })).toBe('date_not_in_calendar');
  expect(await refusal({ issue_date: '2009-13' })).toBe('date_not_in_calendar');
  expect(await refusal({ issue_date: '2999' })).toBe('date_not_in_calendar');
  expect(await refusal({ supply_date: '' })).toBe('supply_without_date');
  expect(await refusal({ circulating_supply: '19950000.5' })).toBe('supplies_not_ascending');
  expect(await refusal({ total_supply: '21000001', circulating_supply: '' })).toBe('supplies_not_ascending');
  expect(await refusal({ supply_source: ' ' })).toBe('statement_without_source');
  expect(await refusal({ ...statements, figures_date: '' })).toBe('statement_without_date');
  expect(await refusal({ ...statements, figures_date: '2999-01-01' })).toBe('date_not_in_calendar');
  expect(await refusal({ ...statements, records_source: '' })).toBe('statement_without_source');
  expect(await refusal({ ...statements, market_cap: '0' })).toBe('not_positive');
  expect(await refusal({ ...statements, market_dominance: '0.0' })).toBe('not_positive');
  expect(await refusal({ ...statements, all_time_low: '0.000' })).toBe('not_positive');
  expect(await refusal({ ...statements, all_time_low: '' })).toBe('not_positive');
  expect(await refusal({ ...statements, all_time_high_date: '' })).toBe('record_without_date');
  expect(await refusal({ ...statements, all_time_high_date: '2025-11-04' })).toBe('record_after_statement');
  expect(await refusal({ ...statements, all_time_low: '3.10' })).toBe('records_not_ascending');
  for (const wrong of [{ ranking: '0' }, { ranking: '1000000' }, { market_dominance: '100.1' }, { market_cap: '-1' }])
    expect((await askForProfile({ ...statements, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  expect((await askForProfile({ figures_source: 'x'.repeat(81) })).body.code).toBe('invalid_request');
  expect((await askForProfile({ max_supply: '1e9' })).body.code).toBe('malformed_amount');
  expect((await askForProfile({ intro: 'Two\nlines' })).body.code).toBe('invalid_request');
  expect((await askForProfile({ coin: 'NOSUCH' })).body.code).toBe('unknown_coin');
  const support = await exchange.staff('support');
  expect((await askForProfile({}, support)).body.code).toBe('not_permitted');
});

const described = {
  full_name: 'Solana',
  type: 'MAIN',
  home: true,
  pos: true,
  pow: false,
  innovation: false,
  rank: 3,
};
const askToDescribe = (who: TestStaff, body: object) =>
  who.post('/api/v3/console/coins/ask-to-describe', { coin: 'SOL', ...described, ...body, reason });
const uploadIcon = async (sent: Buffer): Promise<string> =>
  (await lister.post('/api/v3/console/uploads/coin-icon', sent)).body.upload_id;

test('an uploaded icon is re-encoded, shown once the request is approved, and can be used by only one request', async () => {
  const sent = await sharp(await photoBytes({ width: 600, height: 600, format: 'png' }))
    .withExif({ IFD0: { Copyright: 'who made it' } })
    .png()
    .toBuffer();
  const icon = await uploadIcon(sent);
  expect((await askToDescribe(second, { icon })).body.code).toBe('unknown_upload');
  const asked = await askToDescribe(lister, { icon });
  expect((await askToDescribe(lister, { icon })).body.code).toBe('unknown_upload');
  expect((await profileOf('SOL')).image).toBe('/coins/sol.svg');
  const url = `/api/v3/coin-icon?id=${icon}`;
  expect((await exchange.visitor.get(url)).body.code).toBe('unknown_picture');
  expect((await second.get(`/api/v3/console/coin-icon?id=${icon}`)).status).toBe(200);
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  const { image } = await profileOf('SOL');
  expect(image).toBe(url);
  const { coinpair } = (await exchange.visitor.get('/api/v3/all-pairs')).body;
  expect(coinpair.find(({ name }: { name: string }) => name === 'SOL')).toMatchObject({ image });
  const { statusCode, headers, rawPayload } = await exchange.exchange.app.inject({ url: image });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=86400, immutable',
  });
  const { width, exif } = await sharp(rawPayload).metadata();
  expect({ width, exif }).toEqual({ width: 256, exif: undefined });
  expect((await exchange.visitor.get(`/api/v3/coin-icon?id=${randomUUID()}`)).body.code).toBe('unknown_picture');
  expect((await (await exchange.staff('support')).post('/api/v3/console/uploads/coin-icon', sent)).body.code).toBe(
    'not_permitted',
  );
});

test('an icon whose request was refused is deleted; those of pending and approved requests are not', async () => {
  const sent = await photoBytes({ width: 300, height: 300 });
  const [refused, pending, approved] = [await uploadIcon(sent), await uploadIcon(sent), await uploadIcon(sent)];
  const ids = [refused, pending, approved];
  const asked = await Promise.all(ids.map((icon) => askToDescribe(lister, { icon })));
  await second.post('/api/v3/console/approvals/refuse', { id: asked[0]?.body.approval, reason: 'A bad likeness' });
  expect(await approve(asked[2] as TestResponse)).toMatchObject({ state: 'done' });
  const { coinIcons } = exchange.services;
  const stored = async () => {
    await coinIcons.sweep();
    const seen = await Promise.all(ids.map((id) => second.get(`/api/v3/console/coin-icon?id=${id}`)));
    return seen.map(({ status }) => status);
  };
  expect(await stored()).toEqual([200, 200, 200]);
  await exchange.query(`update coin_icon set added_at = now() - interval '61 minutes'`);
  expect(await stored()).toEqual([404, 200, 200]);
  // An approved icon that another one replaces is no longer public, but stays on record.
  expect(await approve(await askToDescribe(lister, { icon: await uploadIcon(sent) }))).toMatchObject({ state: 'done' });
  expect((await exchange.visitor.get(`/api/v3/coin-icon?id=${approved}`)).body.code).toBe('unknown_picture');
  expect(await stored()).toEqual([404, 200, 200]);
});
