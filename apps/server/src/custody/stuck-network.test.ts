import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { type BitcoinTestNetwork, openBitcoinNetwork } from '@vitrine/chains/bitcoin-test-network';
import { systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import type { TestDatabase } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestExchange } from '../testing/test-exchange.ts';
import { outside, withdraw } from '../testing/withdraw.ts';
import { createMigratedDatabase } from '../wiring/database/testing/migrated-database.ts';
import { SIGNER_SECRET, SignerProgram } from './testing/signer-program.ts';

const folder = mkdtempSync(`${tmpdir()}/vitrine-stuck-`);
const perCoin = { perPayment: '10000', perDay: '100000' };
const policy = {
  networks: {
    ERC20: { chainId: 1, maxFee: '0.02', feesPerDay: '1', coins: { ETH: { decimals: 18, ...perCoin } } },
    BTC: { chain: 'regtest', maxFee: '0.01', feesPerDay: '1', coins: { BTC: { decimals: 8, ...perCoin } } },
  },
};

/** Accepts every connection, and never responds. */
class SilentNode {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#sockets.add(socket.on('error', () => {})));

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The number of connections that are waiting for a response. */
  get waiting(): number {
    return [...this.#sockets].filter(({ destroyed }) => !destroyed).length;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const silent = new SilentNode();
let database: TestDatabase;
let bitcoin: BitcoinTestNetwork;
let signer: SignerProgram;
let exchange: TestExchange;
beforeAll(async () => {
  database = await createMigratedDatabase();
  bitcoin = await openBitcoinNetwork('bitcoind');
  signer = await SignerProgram.create(folder, policy, 'regtest');
  await signer.start();
  exchange = await TestExchange.openOn(database.url, folder, {
    NETWORKS: 'ERC20,BTC',
    ...signer.settings,
    ERC20_NODE_URL: await silent.open(),
    ERC20_TRACES: 'none',
    ERC20_POLL_MS: '50',
    BTC_CHAIN: 'regtest',
    BTC_NODE_URL: bitcoin.server.url,
    BTC_NODE_AUTHORIZATION: bitcoin.server.headers.authorization,
    BTC_POLL_MS: '50',
    SIGNER_URL: signer.url,
    SIGNER_SECRET,
  });
});
afterAll(async () => {
  silent.close();
  await exchange?.close();
  await signer?.kill();
  await bitcoin?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const tip = async () =>
  (await exchange.query(`select max(height)::int as height from chain_blocks where network = 'BTC'`))[0]?.height;

test('while one network’s node never responds, deposits and withdrawals of another continue', async () => {
  await expect.poll(tip).toBeDefined();
  const client = await exchange.client();
  const usdt = { asset: exchange.services.instruments.assetByCode('USDT')?.asset ?? 0, wallet: 'spot' } as const;
  await exchange.services.sequencer.submit({
    kind: 'Transfer',
    by: systemOwners.custodyErc20,
    purpose: 'deposit',
    legs: [
      { ...usdt, owner: systemOwners.custodyErc20, units: assetUnits(-1_000_000_000) },
      { ...usdt, owner: client.owner, units: assetUnits(1_000_000_000) },
    ],
  });
  await exchange.query('update client set verified_at = now() where owner = $1', [client.owner]);
  await exchange.services.kyc.refresh();
  // The payment of this withdrawal waits for the silent node too.
  await withdraw(exchange, client, { bchain_name: 'ERC20', withdraw_address: outside.ERC20, withdraw_amount: '100' });
  await expect.poll(() => silent.waiting).toBeGreaterThan(0);

  const { body } = await client.post('/api/v3/generate-wallet', { wallet_type: 'BTC' });
  await bitcoin.pay({ to: body.wallet.wallet_address, coin: 'BTC', amount: 5_000_000n });
  await bitcoin.pay({ to: signer.settings.BTC_HOT_ADDRESS ?? '', coin: 'BTC', amount: 100_000_000n });
  await bitcoin.mine(6);
  await expect.poll(() => client.available('BTC')).toBe('0.05000000');

  const to = bitcoin.outsider(1);
  await withdraw(exchange, client, { coin: 'BTC', bchain_name: 'BTC', withdraw_address: to, withdraw_amount: '0.005' });
  const states = async () =>
    Object.fromEntries(
      (await client.get('/api/v3/withdraw-history')).body.withdraw.map((row: { network: string; state: string }) => [
        row.network,
        row.state,
      ]),
    );
  await expect
    .poll(
      async () => {
        await bitcoin.mine(1);
        return states();
      },
      { interval: 200 },
    )
    .toEqual({ BTC: 'PROCEED', ERC20: 'ONHOLD' });
  expect(silent.waiting).toBeGreaterThan(0);
});

test('while one network’s node never responds, another network is reconciled without waiting for it', async () => {
  await expect.poll(() => silent.waiting).toBeGreaterThan(0);
  const { custody } = exchange.services;
  let isOver = false;
  const looks = Promise.allSettled([custody.reconcile('ERC20'), custody.reconcile('BTC')]).then(() => {
    isOver = true;
  });
  const compared = async () =>
    (await exchange.query('select distinct network from reconciliations')).map(({ network }) => network);
  await expect.poll(compared).toEqual(['BTC']);
  expect(isOver).toBe(false);
  silent.close();
  await looks;
});
