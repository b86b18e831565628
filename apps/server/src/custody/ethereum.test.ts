import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREDIT, EthereumScene, UNLOCK } from './testing/ethereum-scene.ts';

const ETHER = 10n ** 18n;
const REPLACE_AFTER_SECONDS = '2';

let scene: EthereumScene;
/** The amount that the hot wallet lost through a transaction signed with its key outside the exchange. */
let tookElsewhere = 0n;
beforeAll(async () => {
  scene = await EthereumScene.open({ REPLACE_AFTER_SECONDS });
  await scene.fillHotWallet();
});
afterAll(async () => {
  await scene?.close();
});

const soon = { timeout: 30_000, interval: 50 };

describe('a deposit through a real Ethereum node', () => {
  test('of ETH, of ETH sent by a contract, or of a token whose transfers return nothing has the exact amount; a fake token is ignored', async () => {
    const { network } = scene;
    const client = await scene.client();
    const direct = await network.pay({ to: client.address, coin: 'ETH', amount: (3n * ETHER) / 2n + 1n });
    const byContract = await network.call('Forwarder', 'forward', [client.address], { value: ETHER / 4n });
    const token = await network.pay({ to: client.address, coin: 'USDT', amount: 250_123_456n });
    await network.payUnlisted?.(client.address, 999_000_000n);
    const all = (status: string) => ({ [direct]: status, [byContract]: status, [token]: status });

    await network.mine(1);
    await expect.poll(() => scene.deposits(client), soon).toEqual(all('SEEN'));
    expect(await scene.balance(client, 'ETH')).toEqual({ available: '0.00000000', frozen: '0.00000000' });
    await network.mine(CREDIT - 1);
    await expect.poll(() => scene.deposits(client), soon).toEqual(all('FROZEN'));
    await expect.poll(() => scene.incoming(client, 'ETH'), soon).toBe('1.75000000');
    await expect.poll(() => scene.incoming(client, 'USDT'), soon).toBe('250.123456');
    expect(await scene.balance(client, 'ETH')).toEqual({ available: '0.00000000', frozen: '1.75000000' });
    await network.mine(UNLOCK - CREDIT);
    await expect.poll(() => scene.deposits(client), soon).toEqual(all('APPROVED'));
    await expect
      .poll(() => scene.balance(client, 'ETH'), soon)
      .toEqual({ available: '1.75000000', frozen: '0.00000000' });
    await expect
      .poll(() => scene.balance(client, 'USDT'), soon)
      .toEqual({ available: '250.123456', frozen: '0.000000' });
  });

  test('whose block is replaced is reversed, and credited once another block contains it', async () => {
    const { network } = scene;
    const client = await scene.client();
    const txid = await network.pay({ to: client.address, coin: 'USDT', amount: 77_000_000n });
    await network.mine(CREDIT);
    await expect.poll(() => scene.deposits(client), soon).toEqual({ [txid]: 'FROZEN' });
    await network.forkBack(CREDIT);
    await expect.poll(() => scene.deposits(client), soon).toEqual({ [txid]: 'WAITING' });
    await expect.poll(() => scene.balance(client, 'USDT'), soon).toEqual({ available: '0.000000', frozen: '0.000000' });
    await network.resend(txid);
    await network.mine(UNLOCK);
    await expect.poll(() => scene.deposits(client), soon).toEqual({ [txid]: 'APPROVED' });
    await expect
      .poll(() => scene.balance(client, 'USDT'), soon)
      .toEqual({ available: '77.000000', frozen: '0.000000' });
  });
});

describe('a withdrawal through a real Ethereum node', () => {
  test('arrives in full, less the fee, and the recorded network fee is the one charged', async () => {
    const client = await scene.clientWith({ ETH: ETHER, USDT: 500_000_000n });
    const [hotBefore, sentBefore] = [
      await scene.chain.balance('ETH', scene.chain.hotAddress),
      await scene.hotTransactions(),
    ];
    const ether = await scene.withdraw(client, 'ETH', '0.05');
    const tokens = await scene.withdraw(client, 'USDT', '120.5');
    await Promise.all([scene.paymentIs(ether, 'broadcast'), scene.paymentIs(tokens, 'broadcast')]);
    expect(await scene.balance(client, 'ETH')).toEqual({ available: '0.95000000', frozen: '0.05000000' });
    await scene.complete(ether);
    await scene.withdrawalIs(tokens, 'completed');
    expect(await scene.received(ether)).toBe((ETHER * 475n) / 10_000n);
    expect(await scene.received(tokens)).toBe(100_500_000n);
    expect(await scene.balance(client, 'ETH')).toEqual({ available: '0.95000000', frozen: '0.00000000' });
    expect(await scene.balance(client, 'USDT')).toEqual({ available: '379.500000', frozen: '0.000000' });
    expect(await scene.hotTransactions()).toBe(sentBefore + 2);
    const [{ fees }] = await scene.query(`select sum(fee)::text as fees from outgoing_payments where id in ($1, $2)`, [
      `withdrawal:${ether.id}`,
      `withdrawal:${tokens.id}`,
    ]);
    const hotAfter = await scene.chain.balance('ETH', scene.chain.hotAddress);
    expect(hotBefore - hotAfter).toBe((ETHER * 475n) / 10_000n + BigInt(fees));
  });

  test('whose network fee has become too low is replaced, and its receiver is paid once', async () => {
    const { network } = scene;
    const client = await scene.clientWith({ USDT: 300_000_000n });
    const sentBefore = await scene.hotTransactions();
    const asked = await scene.withdraw(client, 'USDT', '100');
    await scene.paymentIs(asked, 'broadcast');
    await scene.mineDear(1);
    expect(await scene.hotTransactions()).toBe(sentBefore);
    await scene.replaced(asked);
    await network.mine(UNLOCK);
    await scene.withdrawalIs(asked, 'completed');
    const versions = await scene.query('select txid from outgoing_transactions where payment_id = $1', [
      `withdrawal:${asked.id}`,
    ]);
    const kinds = await Promise.all(versions.map(async ({ txid }) => (await scene.chain.transaction(txid)).kind));
    expect(kinds.filter((kind) => kind === 'included')).toHaveLength(1);
    expect(versions.length).toBeGreaterThan(1);
    expect(await scene.hotTransactions()).toBe(sentBefore + 1);
    expect(await scene.received(asked)).toBe(80_000_000n);
  });

  test('fails when an external transaction that used its nonce with our key is final; the next withdrawal is paid', async () => {
    const { network } = scene;
    const client = await scene.clientWith({ ETH: ETHER });
    await expect.poll(() => network.anvil.rpc('txpool_content'), soon).toEqual({ pending: {}, queued: {} });
    const before = await scene.chain.balance('ETH', scene.chain.hotAddress);
    const asked = await scene.withdraw(client, 'ETH', '0.05');
    await scene.paymentIs(asked, 'broadcast');
    const foreign = await scene.useHotKey({ to: scene.chain.hotAddress, value: ETHER });
    await network.mine(UNLOCK - 1);
    await scene.until(`select from custody_alarms where kind = 'key_used' and subject = $1 and ended_at is null`, [
      foreign,
    ]);
    await scene.paymentIs(asked, 'broadcast');
    await network.mine(1);
    await scene.paymentIs(asked, 'failed');
    expect(
      await scene.query('select displaced_by, fee from outgoing_payments where id = $1', [`withdrawal:${asked.id}`]),
    ).toEqual([{ displaced_by: foreign, fee: null }]);
    expect(await scene.received(asked)).toBe(0n);
    tookElsewhere = before - (await scene.chain.balance('ETH', scene.chain.hotAddress));
    expect(tookElsewhere > 0n && tookElsewhere < ETHER / 100n).toBe(true);
    const next = await scene.withdraw(client, 'ETH', '0.05');
    await scene.complete(next);
    expect(await scene.received(next)).toBe((ETHER * 475n) / 10_000n);
  });
});

test('after all of these tests, on-chain holdings match the ledger, except for the amount that our key spent outside the exchange', async () => {
  expect(await scene.differences()).toEqual({ ETH: -tookElsewhere, USDT: 0n, USDC: 0n });
});
