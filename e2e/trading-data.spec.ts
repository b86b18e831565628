import { seriousFindings } from './accessibility.ts';
import { openAccount, signIn } from './exchange.ts';
import { expect, test } from './fixtures.ts';

test('trading data shows the exchange’s own trades, and says where there are none', async ({ page, request }, {
  project,
}) => {
  await page.goto('/markets/prices');
  await page.getByRole('navigation', { name: 'Market lists' }).getByRole('link', { name: 'Trading Data' }).click();
  await expect(page).toHaveURL('/markets/trading_data');
  await expect(page.getByRole('heading', { level: 1, name: 'Trading data' })).toBeVisible();
  const flow = page.getByRole('region', { name: 'Taker flow by order size' });

  await test.step('the flow is shown by order size, and the API returns what takers bought', async () => {
    await expect(flow.getByRole('row')).toHaveCount(7);
    await expect(flow).toContainText(/[+−][\d.]+[KMB]? net/);
    await expect(page.getByRole('img', { name: 'Taker buys minus taker sells, with the price' })).toBeVisible();
    const { sizes } = await (await request.get('/api/v3/trading-data/taker-flow?name=BTCUSDT&window=24h')).json();
    const bought = sizes.reduce((sum: number, { buy }: { buy: string }) => sum + Number(buy), 0);
    expect(bought).toBeGreaterThan(0);
  });

  await test.step('positions show what was recorded, and nothing else', async () => {
    await expect(page.getByRole('region', { name: 'Funding rate' })).toContainText(
      /No funding has been settled yet|pay/,
    );
    await expect(page.getByRole('region', { name: 'Open interest' })).toContainText(/Recorded every 5 minutes/);
    await expect(page.getByRole('region', { name: 'Liquidations by price' })).toContainText(/iquidations/);
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('figures of another exchange are labeled with the name of that exchange', async () => {
    const outside = page.getByRole('region', { name: 'On another exchange: simulated exchange' });
    await expect(outside).toContainText('Figures from simulated exchange, not from this exchange');
    await expect(outside).toContainText('BTC-USD-SWAP');
    await expect(outside.getByRole('table', { name: 'Best bids' }).getByRole('row')).toHaveCount(6);
    await expect(outside.getByRole('table', { name: 'Latest trades' }).getByRole('row')).toHaveCount(11);
  });

  await test.step('another period and another market appear in the URL', async () => {
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('1 h', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Movers, 1 hour' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Market' }).selectOption('NEAR');
    await expect(page).toHaveURL('/markets/trading_data?coin=NEAR&window=1h');
    await expect(page.getByText('NEAR has no perpetual market')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue('NEAR');
  });

  if (project.name !== 'desktop') return;
  await test.step('on desktop, the trade page links to the data of its market', async () => {
    const person = await openAccount(request);
    await signIn(page, person);
    await page.goto('/trades/spot/ETH');
    await page.getByRole('link', { name: 'Trading data' }).click();
    await expect(page).toHaveURL('/markets/trading_data?coin=ETH');
  });
});
