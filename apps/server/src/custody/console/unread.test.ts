import type { SimulatedChain } from '@vitrine/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange, type TestStaff } from '../../testing/test-exchange.ts';
import { withdraw } from '../../testing/withdraw.ts';
import { differenceOn, mine, simulatedChain } from '../testing/books.ts';

let exchange: TestExchange;
let officer: TestStaff;
/** Transactions that the TRC20 node cannot read. */
const heavy = new Set<string>();
beforeAll(async () => {
  exchange = await TestExchange.open();
  officer = await exchange.staff('treasury');
  const chain = simulatedChain(exchange, 'TRC20');
  chain.block = unableToRead(chain);
});
afterAll(() => exchange.close());

function unableToRead(chain: SimulatedChain): SimulatedChain['block'] {
  const block = chain.block.bind(chain);
  return async (height, isOurs) => {
    const whole = await block(height, isOurs);
    const unread = whole?.transfers.map(({ txid }) => txid).filter((txid) => heavy.has(txid)) ?? [];
    return whole && { ...whole, unread, transfers: whole.transfers.filter(({ txid }) => !unread.includes(txid)) };
  };
}

const path = (name: string) => `/api/v3/console/treasury${name}`;
const readAgain = (txid: string) => officer.post(path('/unread/read-again'), { network: 'TRC20', txid });
const acknowledge = (txid: string) =>
  officer.post(path('/alarms/acknowledge'), {
    network: 'TRC20',
    kind: 'unread',
    txid,
    reason: 'nothing came, says the explorer',
  });
const subjects = async () =>
  (await officer.get(path(''))).body.alarms.map(({ subject }: { readonly subject: string }) => subject);

/** Creates a client with a deposit of 30 USDT that the node cannot read. */
async function unreadDeposit(): Promise<{ client: TestClient; txid: string }> {
  const client = await exchange.client();
  const { body } = await client.post('/api/v3/generate-wallet', { wallet_type: 'TRC20' });
  const chain = simulatedChain(exchange, 'TRC20');
  const txid = chain.pay([{ coin: 'USDT', to: body.wallet.wallet_address, amount: '30000000' }]);
  heavy.add(txid);
  await mine(exchange, 'TRC20', 25);
  return { client, txid };
}

test('an unread transaction is read again on request, and counted once even if that is requested repeatedly', async () => {
  const { client, txid } = await unreadDeposit();
  expect(await subjects()).toEqual([txid]);
  expect(await client.available('USDT')).toBe('0.000000');
  expect((await readAgain(txid)).body.code).toBe('still_unread');
  heavy.delete(txid);
  const answers = await Promise.all(Array.from({ length: 64 }, () => readAgain(txid)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  await mine(exchange, 'TRC20', 1);
  expect(await client.available('USDT')).toBe('30.000000');
  expect(await subjects()).toEqual([]);
  expect((await readAgain(txid)).body.code).toBe('alarm_over');
  expect(await differenceOn(exchange, 'TRC20', 'USDT')).toBe(0n);
});

test('an operator who has checked an unread transaction by other means can end its alarm once, giving a reason', async () => {
  const { client, txid } = await unreadDeposit();
  const answers = await Promise.all(Array.from({ length: 16 }, () => acknowledge(txid)));
  expect(answers.map(({ body }) => body.code ?? body.message).sort()).toEqual([
    ...Array(15).fill('alarm_over'),
    'success',
  ]);
  expect(await subjects()).toEqual([]);
  expect(await exchange.query('select ended_by, ended_because from custody_alarms where subject = $1', [txid])).toEqual(
    [{ ended_by: officer.email, ended_because: 'nothing came, says the explorer' }],
  );
  const auditor = await exchange.staff('auditor');
  const { entries } = (await auditor.get('/api/v3/console/audit?action=consoleEndAlarm&limit=99')).body;
  expect(entries.filter(({ phase }: { phase: string }) => phase === 'done')).toMatchObject([
    { subject: `${txid} on TRC20`, details: { reason: 'nothing came, says the explorer' } },
  ]);
  expect(await client.available('USDT')).toBe('0.000000');
});

test('the signer is shown with its keys and how much of its limits is used', async () => {
  const client = await exchange.client({ USDT: '400' });
  await withdraw(exchange, client, { withdraw_amount: '101' });
  const usdt = async () => {
    const { body } = await officer.get(path('/signer'));
    const tron = body.networks.find(({ network }: { network: string }) => network === 'TRC20');
    expect(body).toMatchObject({ state: 'reachable', problem: '', is_stopped: false });
    expect(tron).toMatchObject({ is_known: true, hot_agrees: true, deposits_agree: true, fee_coin: 'TRX' });
    return tron.coins.find(({ coin }: { coin: string }) => coin === 'USDT');
  };
  await expect.poll(usdt).toEqual({ coin: 'USDT', used: '100', per_day: '100000000' });
});
