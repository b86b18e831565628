import type { Locator, Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { deposit, openAccount, type Person, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test.setTimeout(240_000);

const START = 10_000;
const FUNDING_PERCENT = 0.1;

type Futures<Path extends string> = Calls[`GET /api/v3/futures/${Path}` & keyof Calls]['response'];
type Position = Futures<'positions'>['positions'][number];

/** What the API returns about a client's positions and records, with which the pages' figures are compared. */
class Ledger {
  readonly #page: Page;
  readonly #name: string;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.#name = name;
  }

  async #get<Answer>(path: string): Promise<Answer> {
    const answer = await this.#page.request.get(path);
    expect(answer.status(), `GET ${path}: ${await answer.text()}`).toBe(200);
    return (await answer.json()) as Answer;
  }

  positions = async () => (await this.#get<Futures<'positions'>>('/api/v3/futures/positions')).positions;
  position = async (side: Position['side']) => (await this.positions()).find((one) => one.side === side);
  trades = async () => (await this.#get<Futures<'trade-history'>>('/api/v3/futures/trade-history')).trades;
  closed = async () => (await this.#get<Futures<'position-history'>>('/api/v3/futures/position-history')).positions;
  payments = async () => (await this.#get<Futures<'funding-payments'>>('/api/v3/futures/funding-payments')).payments;
  liquidations = async () =>
    (await this.#get<Futures<'own-liquidations'>>('/api/v3/futures/own-liquidations')).liquidations;
  funding = async () =>
    (await this.#get<Futures<'funding-history'>>(`/api/v3/futures/funding-history?name=${this.#name}`)).fundings[0];
  wallet = async () => {
    const { wallet } = await this.#get<Calls['GET /api/v3/wallets/future']['response']>('/api/v3/wallets/future');
    return wallet.find(({ name }) => name === 'USDT') as { available: string; margin_balance?: string } | undefined;
  };
  sums = async () => (await this.#get<Calls['GET /api/v3/ledger-sums']['response']>('/api/v3/ledger-sums')).assets;
}

/** A figure as the pages show it: truncated, grouped, with a typographic minus. */
const figure = (text: string, decimals = text.split('.')[1]?.length ?? 0): string =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
    .format(text as Intl.StringNumericLiteral)
    .replace('-', '−');
const signed = (text: string): string => `${Number(text) > 0 ? '+' : ''}${figure(text, 2)}`;
const percent = (text: string): string =>
  `${new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })
    .format(text as Intl.StringNumericLiteral)
    .replace('-', '−')}%`;

const SIDES = { long: 'BUY MORE', short: 'SELL EMPTY' } as const;

/** The figures of a position that its row or card shows. */
const figuresOf = (one: Position, coin: string): string[] => [
  `${SIDES[one.side]} x${one.leverage}`,
  `${figure(one.size)} ${coin}`,
  figure(one.value, 2),
  figure(one.entry_price),
  figure(one.mark_price),
  signed(one.profit),
  percent(one.rate_of_return_percent),
  figure(one.margin, 2),
  `${figure(one.margin_ratio_percent, 2)}%`,
  figure(one.liquidation_price),
];

/** Waits until the list shows exactly the client's positions, each with the exchange's figures of the same moment. */
async function expectPositions(list: Locator, ledger: Ledger, coin: string): Promise<void> {
  await expect(async () => {
    const [positions, shown] = [await ledger.positions(), await list.locator('tbody tr, article').allInnerTexts()];
    expect(shown).toHaveLength(positions.length);
    for (const one of positions) {
      const row = shown.find((text) => text.includes(SIDES[one.side])) ?? '';
      for (const part of figuresOf(one, coin)) expect(row.replace(/\s+/g, ' ')).toContain(part);
    }
  }).toPass({ intervals: [150], timeout: 30_000 });
}

/** The number of rows that a history shows at once. */
const ROWS = 10;

/** Waits until a history shows the newest of these records, each with its figures. */
async function expectRecords(panel: Locator, records: readonly (readonly string[])[]): Promise<void> {
  await expect(async () => {
    const shown = await panel.locator('tbody tr, article').allInnerTexts();
    expect(shown).toHaveLength(Math.min(ROWS, records.length));
    for (const [at, text] of shown.entries())
      for (const part of records[at] ?? []) expect(text.replace(/\s+/g, ' ')).toContain(part);
  }).toPass({ timeout: 20_000 });
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data, headers: { origin: process.env.VITRINE_BASE_URL ?? '' } });
  expect(answer.status(), `POST ${path}: ${await answer.text()}`).toBe(200);
}

async function trader(page: Page): Promise<Person> {
  const person = await openAccount(page.request);
  await deposit(page.request, person, 'USDT', String(START));
  await signIn(page, person);
  await post(page, '/api/v3/futures/transfer', {
    coin_name: 'USDT',
    from: 'SPOT',
    to: 'FUTURE',
    transfer_amount: String(START),
    transaction_password: person.transactionPassword,
  });
  return person;
}

test('after funding, a partial close, a take-profit and a liquidation, every figure of a long and a short position matches the ledger', async ({
  page,
}, { project }) => {
  const phone = project.name === 'phone';
  // No other test uses these markets, because this one moves their prices.
  const coin = phone ? 'AVAX' : 'DOGE';
  const ledger = new Ledger(page, `${coin}-USDT-PERP`);
  const person = await trader(page);
  await page.goto(`/trades/futures/${coin}`);
  const form = phone ? page.getByRole('dialog', { name: 'Order form' }) : page.locator('[data-panel="ticket"]');
  const list = page.getByRole('tabpanel', { name: /^Positions/ });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const history = async (name: string) => {
    await page.getByRole('tab', { name, exact: true }).last().click();
    return page.getByRole('tabpanel', { name, exact: true }).last();
  };

  await test.step('a long x10 and a short x20 are opened at market', async () => {
    for (const side of ['BUY MORE', 'SELL EMPTY'] as const) {
      if (phone) await page.getByRole('button', { name: side, exact: true }).click();
      await form.getByRole('button', { name: side, exact: true }).click();
      await form.getByRole('button', { name: 'Market', exact: true }).click();
      await form.getByRole('button', { name: side === 'BUY MORE' ? 'x10' : 'x20' }).click();
      await form.getByRole('button', { name: 'USDT', exact: true }).click();
      await form.getByRole('textbox', { name: 'Amount' }).fill('2000');
      await form.getByRole('button', { name: new RegExp(`^${side} [\\d.,]+ ${coin} at market$`) }).click();
      if (side === 'BUY MORE') {
        await dialog('Futures risks').getByRole('checkbox').check();
        await dialog('Futures risks').getByRole('button', { name: 'Accept and continue' }).click();
        const confirmation = dialog(`BUY MORE ${coin}`);
        await confirmation.getByRole('textbox', { name: 'Transaction password' }).fill(person.transactionPassword);
        await confirmation.getByRole('checkbox').check();
        await confirmation.getByRole('button', { name: /at market$/ }).click();
      }
      const position = side === 'BUY MORE' ? 'long' : 'short';
      await expect(page.getByText(new RegExp(`^Opened ${position} [\\d,.]+ ${coin} at [\\d,.]+ · fee`))).toBeVisible();
    }
    expect((await ledger.positions()).map(({ side, leverage }) => [side, leverage]).sort()).toEqual([
      ['long', 10],
      ['short', 20],
    ]);
    await expectPositions(list, ledger, coin);
  });

  await test.step('margin is added to the long position', async () => {
    const before = Number((await ledger.position('long'))?.margin);
    await list.getByRole('button', { name: `Add margin to BUY MORE ${coin}` }).click();
    await dialog('Add margin').getByRole('textbox', { name: 'Amount' }).fill('50');
    await dialog('Add margin').getByRole('button', { name: 'Add 50 USDT' }).click();
    await expect(page.getByText(`Added 50 USDT to the ${coin} position’s margin`)).toBeVisible();
    expect(Number((await ledger.position('long'))?.margin) - before).toBeCloseTo(50, 6);
    await expectPositions(list, ledger, coin);
  });

  await test.step('take-profit and stop-loss are set', async () => {
    const { mark_price: mark = '' } = (await ledger.position('long')) ?? {};
    const decimals = mark.split('.')[1]?.length ?? 0;
    const [above, below] = [(Number(mark) * 1.015).toFixed(decimals), (Number(mark) * 0.95).toFixed(decimals)];
    const button = list.getByRole('button', { name: `Take-profit and stop-loss for BUY MORE ${coin}` });
    await button.click();
    const protection = dialog(`Take-profit and stop-loss for ${coin}`);
    await protection.getByRole('textbox', { name: 'Take-profit trigger' }).fill(above);
    await protection.getByRole('textbox', { name: 'Stop-loss trigger' }).fill(below);
    await protection.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Take-profit and stop-loss saved')).toBeVisible();
    for (const trigger of [above, below]) await expect(button).toContainText(figure(trigger));
  });

  await test.step('half of the long position is closed', async () => {
    const before = await ledger.position('long');
    await list.getByRole('button', { name: `Close Position: BUY MORE ${coin}` }).click();
    await dialog(`Close ${coin} position`).getByRole('button', { name: '50%' }).click();
    await dialog(`Close ${coin} position`)
      .getByRole('button', { name: /at market$/ })
      .click();
    await expect(page.getByText(new RegExp(`^Closed long [\\d,.]+ ${coin} at [\\d,.]+ · fee`))).toBeVisible();
    const after = await ledger.position('long');
    expect(Number(after?.size) / Number(before?.size)).toBeCloseTo(0.5, 2);
    expect(Number(after?.margin) / Number(before?.margin)).toBeCloseTo(0.5, 2);
    await expectPositions(list, ledger, coin);
  });

  await test.step('funding is paid by the long position, from its margin, and received by the short one', async () => {
    const before = await ledger.position('long');
    await post(page, '/sandbox/funding', { coin, ratePercent: FUNDING_PERCENT });
    await expect.poll(async () => (await ledger.payments()).length).toBe(2);
    const { mark_price: mark = '', rate_percent: rate } = (await ledger.funding()) ?? {};
    expect(Number(rate)).toBe(FUNDING_PERCENT);
    const payments = await ledger.payments();
    for (const { side, size, amount } of payments)
      expect(Number(amount) * (side === 'long' ? -1 : 1)).toBeCloseTo(
        (Number(size) * Number(mark) * FUNDING_PERCENT) / 100,
        4,
      );
    const paid = payments.find(({ side }) => side === 'long')?.amount;
    expect(Number((await ledger.position('long'))?.margin) - Number(before?.margin)).toBeCloseTo(Number(paid), 6);
    await expectPositions(list, ledger, coin);
    await expectRecords(
      await history('Funding'),
      payments.map(({ side, size, amount }) => [SIDES[side], `${figure(size)} ${coin}`, signed(amount)]),
    );
    await page.getByRole('tab', { name: /^Positions/ }).click();
  });

  const move = (changePercent: number, seconds: number) =>
    post(page, '/sandbox/prices', { coin, changePercent, seconds });

  await test.step('the mark price rises, and the long position takes its profit', async () => {
    await move(2.8, 4);
    await expect(list.getByText('BUY MORE')).toHaveCount(0, { timeout: 90_000 });
    await expect.poll(async () => (await ledger.closed()).length).toBe(1);
    const [position] = await ledger.closed();
    expect([position?.side, Number(position?.liquidated)]).toEqual(['long', 0]);
    expect(Number(position?.exit_price)).toBeGreaterThan(Number(position?.entry_price));
    await expectPositions(list, ledger, coin);
  });

  await test.step('the price rises further, and the short position is liquidated', async () => {
    await move(5, 6);
    await expect(list.getByText('Your open positions appear here.')).toBeVisible({ timeout: 60_000 });
    expect(await ledger.positions()).toEqual([]);
    await expect.poll(async () => (await ledger.closed()).length).toBe(2);
    const liquidations = await ledger.liquidations();
    expect(liquidations.map(({ side }) => side)).toContain('short');
    expect(liquidations.map(({ side }) => side)).not.toContain('long');
    await expectRecords(
      await history('Liquidations'),
      liquidations.map((one) => [
        SIDES[one.side],
        `${figure(one.size)} ${coin}`,
        figure(one.mark_price),
        figure(one.bankruptcy_price),
      ]),
    );
  });

  await test.step('the histories show the exchange’s figures', async () => {
    const closed = await ledger.closed();
    expect(closed.map(({ side, net_profit }) => [side, Number(net_profit) > 0]).sort()).toEqual([
      ['long', true],
      ['short', false],
    ]);
    const liquidated = closed.find(({ side }) => side === 'short');
    expect(liquidated?.liquidated).toBe(liquidated?.size);
    await expectRecords(
      await history('Closed positions'),
      closed.map((one) => [
        SIDES[one.side],
        `${figure(one.size)} ${coin}`,
        figure(one.entry_price),
        figure(one.exit_price),
        ...[one.realized_profit, one.funding, one.net_profit].map(signed),
        figure(one.fees),
      ]),
    );
    await expectRecords(
      await history('Trades'),
      (await ledger.trades()).map((one) => [
        SIDES[one.side],
        `${figure(one.number_of_order)} ${coin}`,
        figure(one.unit_price),
        signed(one.realized_profit),
        figure(one.fee),
      ]),
    );
  });

  await test.step('the balance left in the wallet is the deposit plus all net profits, also on the page', async () => {
    const closed = await ledger.closed();
    const net = closed.reduce((sum, { net_profit }) => sum + Number(net_profit), 0);
    const wallet = await ledger.wallet();
    expect(Number(wallet?.available)).toBeCloseTo(START + net, 5);
    await page.goto('/wallet?tab=future');
    await expect(
      page.getByText(`Margin balance ${figure(wallet?.available ?? '', 2)} USDT, including unrealized PnL of 0.00`),
    ).toBeVisible();
    for (const { coin: asset, sum } of await ledger.sums()) expect([asset, Number(sum)]).toEqual([asset, 0]);
  });
});
