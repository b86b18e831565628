import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type BitcoinTestNetwork, type NodeKind, openBitcoinNetwork } from '../../test/bitcoin-network.ts';
import type { Payment, PaymentBounds, SignedTransaction, UnsignedTransaction } from '../chain.ts';
import { ChainError, FeeTooHigh, InsufficientFunds, NodeFault, Rejected } from '../chain-errors.ts';
import { readPsbt } from './bitcoin-psbt.ts';
import { parseTransaction } from './transaction-bytes.ts';

const coin = 100_000_000n;

describe.each(['bitcoind', 'Esplora'] as const)('Bitcoin payments through %s', (kind) => {
  test('unconfirmed change is spent if nothing else is left, and its payment is then not replaced', async () => {
    const network = await openFunded(kind, 100n * coin);
    const { chain, maxFee } = network;
    const first = await build(network, coin);
    const { txid } = await send(network, first);
    const second = await build(network, 2n * coin, { taken: first.claims });
    expect(second.claims).toEqual([`${txid}:1`]);
    const taken = [...first.claims, ...second.claims];
    expect(await chain.replacement(pays(network, coin), first, { taken, maxFee })).toBeUndefined();
    const sent = await send(network, second);
    await network.mine(1);
    for (const id of [txid, sent.txid]) expect((await chain.transaction(id)).kind).toBe('included');
  });

  test('unconfirmed change is not spent while confirmed coins suffice', async () => {
    const network = await openFunded(kind, 10n * coin, 10n * coin);
    const first = await build(network, coin);
    const { txid } = await send(network, first);
    const second = await build(network, coin, { taken: first.claims });
    expect(second.claims.map((claim) => claim.split(':')[0])).not.toContain(txid);
  });

  test('change of a replacement is not spent before it is in a block: the replaced payment may be mined', async () => {
    const network = await openFunded(kind, 100n * coin);
    const { chain, maxFee } = network;
    const stuck = await build(network, coin);
    await send(network, stuck);
    const better = await chain.replacement(pays(network, coin), stuck, { taken: stuck.claims, maxFee });
    await send(network, present(better));
    await expect(build(network, coin)).rejects.toThrow(InsufficientFunds);
    await network.mine(1);
    expect((await build(network, coin)).claims).toHaveLength(1);
  });

  test('unconfirmed outputs from others are not spent', async () => {
    const network = await openFunded(kind);
    await network.pay({ to: network.chain.hotAddress, coin: 'BTC', amount: coin });
    await expect(build(network, coin / 2n)).rejects.toThrow(InsufficientFunds);
    await network.mine(1);
    expect((await build(network, coin / 2n)).claims).toHaveLength(1);
  });

  test('outputs from others are spent and swept once confirmed; own change is spent earlier', async () => {
    const network = await openBitcoinNetwork(kind, 3);
    onTestFinished(() => network.close());
    const { chain, maxFee } = network;
    const deposit = chain.addresses.derive(network.xpub, 3);
    for (const to of [chain.hotAddress, deposit]) await network.pay({ to, coin: 'BTC', amount: 5n * coin });
    await network.mine(2);
    await expect(build(network, coin)).rejects.toThrow(InsufficientFunds);
    await expect(chain.sweep(3, 'BTC', { maxFee })).rejects.toThrow('fewer than 3 confirmations');
    await network.mine(1);
    expect(await chain.sweep(3, 'BTC', { maxFee })).toHaveLength(1);
    const { txid } = await send(network, await build(network, coin));
    await network.mine(1);
    expect((await build(network, coin)).claims).toEqual([`${txid}:1`]);
  });

  test('a block reward is neither a transfer nor spent', async () => {
    const network = await openFunded(kind);
    const { chain, server } = network;
    server.node.minerScript = present(chain.addresses.script(chain.hotAddress));
    await network.mine(2);
    const block = await chain.block(server.node.tip.height, () => true);
    expect(block?.transfers).toEqual([]);
    await expect(build(network, coin)).rejects.toThrow(InsufficientFunds);
  });

  test('the fee is the node’s fee rate times the size', async () => {
    const network = await openFunded(kind, 10n * coin);
    network.server.node.feeRate = 7;
    const unsigned = await build(network, coin);
    const { bytes } = await network.signer.sign(unsigned, network.keys);
    const size = virtualSizeOf(bytes);
    expect(unsigned.maxFee >= 7n * size).toBe(true);
    expect(unsigned.maxFee <= 7n * (size + 2n)).toBe(true);
    network.server.node.feeRate = 10_000;
    await expect(build(network, coin)).rejects.toThrow(FeeTooHigh);
  });

  test('many small coins are combined, and the fee covers them', async () => {
    const network = await openFunded(kind, ...Array.from({ length: 40 }, (_, number) => 1_000_000n + BigInt(number)));
    const unsigned = await build(network, 35_000_000n);
    expect(unsigned.claims).toHaveLength(36);
    const { txid, bytes } = await send(network, unsigned);
    expect(unsigned.maxFee >= virtualSizeOf(bytes)).toBe(true);
    await network.mine(1);
    expect(await network.chain.transaction(txid)).toMatchObject({ kind: 'included', fee: unsigned.maxFee });
  });

  test('no change output is created for a remainder below the dust limit', async () => {
    const network = await openFunded(kind, coin);
    const unsigned = await build(network, coin - 400n);
    expect(readPsbt(unsigned.bytes).change).toBeUndefined();
    expect(unsigned.maxFee).toBe(400n);
    await send(network, unsigned);
  });

  test('an amount below the dust limit is refused', async () => {
    const network = await openFunded(kind, coin);
    await expect(build(network, 293n)).rejects.toThrow(Rejected);
    await send(network, await build(network, 294n));
  });

  test('a node that lies about a coin’s amount is at fault', async () => {
    const network = await openFunded(kind, coin);
    const { node, freshChain, maxFee } = network;
    if (node === undefined) throw new Error('the test network has no proxy in front of its node');
    node.lie = (answer) =>
      answer.replaceAll('"value":100000000', '"value":90000000').replaceAll('"amount":1,', '"amount":0.9,');
    const payment = pays(network, coin / 2n);
    await expect(freshChain().build(payment, { taken: [], maxFee })).rejects.toThrow(
      'differs from what the node reports',
    );
    node.lie = undefined;
    await freshChain().build(payment, { taken: [], maxFee });
  });

  test('a balance counts only blocks, not the mempool', async () => {
    const network = await openFunded(kind, 3n * coin);
    const { chain } = network;
    const balance = () => chain.balance('BTC', chain.hotAddress);
    const unsigned = await build(network, coin);
    await send(network, unsigned);
    await network.pay({ to: chain.hotAddress, coin: 'BTC', amount: coin });
    expect(await balance()).toBe(3n * coin);
    const { maxFee } = network;
    const better = await chain.replacement(pays(network, coin), unsigned, { taken: unsigned.claims, maxFee });
    await send(network, present(better));
    expect(await balance()).toBe(3n * coin);
    await network.mine(1);
    expect(await balance()).toBe(3n * coin - present(better).maxFee);
    const later = await send(network, await build(network, coin));
    network.server.node.pool.clear();
    expect(await balance()).toBe(3n * coin - present(better).maxFee);
    expect((await chain.transaction(later.txid)).kind).toBe('unknown');
  });

  test('all coins of a deposit address are swept in one movement, except those worth less than their fee', async () => {
    const network = await openFunded(kind);
    const { chain, xpub, maxFee } = network;
    const to = chain.addresses.derive(xpub, 3);
    for (const amount of [coin, 2n * coin, 1000n]) await network.pay({ to, coin: 'BTC', amount });
    expect(await chain.sweep(3, 'BTC', { maxFee })).toEqual([]);
    await network.mine(1);
    network.server.node.feeRate = 20;
    const [movement, ...more] = await chain.sweep(3, 'BTC', { maxFee });
    expect(more).toEqual([]);
    const unsigned = await chain.build({ ...present(movement), id: 'sweep:1' }, { taken: [], maxFee });
    expect(unsigned.claims).toHaveLength(2);
    expect(unsigned.maxFee).toBe(3n * coin - present(movement).amount);
    await expect(chain.sweep(3, 'BTC', { maxFee: unsigned.maxFee - 1n })).rejects.toThrow(FeeTooHigh);
    await send(network, unsigned);
    await network.mine(1);
    expect(await chain.balance('BTC', to)).toBe(1000n);
    expect(await chain.sweep(3, 'BTC', { maxFee })).toEqual([]);
  });

  test('a sweep is sent as planned after fee rates have risen', async () => {
    const network = await openFunded(kind);
    const { chain, xpub, maxFee } = network;
    for (const amount of [coin, 2n * coin]) {
      await network.pay({ to: chain.addresses.derive(xpub, 3), coin: 'BTC', amount });
    }
    await network.mine(1);
    network.server.node.feeRate = 5;
    const [movement] = await chain.sweep(3, 'BTC', { maxFee });
    network.server.node.feeRate = 50;
    const unsigned = await chain.build({ ...present(movement), id: 'sweep:1' }, { taken: [], maxFee });
    expect(unsigned.claims).toHaveLength(2);
    expect(unsigned.maxFee).toBe(3n * coin - present(movement).amount);
    expect(readPsbt(unsigned.bytes).change).toBeUndefined();
    await send(network, unsigned);
    const tooMuch = { ...present(movement), id: 'sweep:2', amount: 3n * coin - 100n };
    await expect(chain.build(tooMuch, { taken: [], maxFee })).rejects.toThrow(InsufficientFunds);
  });

  test('an invalid transaction is rejected permanently, one that is merely too early is not', async () => {
    const network = await openFunded(kind, 10n * coin);
    const { chain, server } = network;
    const first = await build(network, coin);
    const parent = await send(network, first);
    const child = await sign(network, await build(network, coin, { taken: first.claims }));
    server.node.pool.clear();
    const early = await failureOf(chain.broadcast(child));
    expect(early).toBeInstanceOf(ChainError);
    expect(early).not.toBeInstanceOf(Rejected);
    await chain.broadcast(parent);
    await chain.broadcast(child);

    const other = await sign(network, await build(network, coin, { taken: first.claims }));
    const forged = { ...other, bytes: withAnotherSignature(other.bytes) };
    await expect(chain.broadcast(forged)).rejects.toThrow(Rejected);
    await expect(chain.broadcast({ ...other, bytes: 'beef' })).rejects.toThrow(Rejected);
  });

  test('a chain of payments longer than nodes accept waits for a block, and continues', async () => {
    const network = await openFunded(kind, 100n * coin);
    const { chain } = network;
    const taken: string[] = [];
    for (let number = 0; number < 25; number++) {
      const unsigned = await build(network, coin, { taken });
      taken.push(...unsigned.claims);
      await send(network, unsigned);
    }
    const last = await sign(network, await build(network, coin, { taken }));
    const early = await failureOf(chain.broadcast(last));
    expect(early).toBeInstanceOf(ChainError);
    expect(early).not.toBeInstanceOf(Rejected);
    await network.mine(1);
    await chain.broadcast(last);
    await network.mine(1);
    expect((await chain.transaction(last.txid)).kind).toBe('included');
  });

  test('a payment that a reorg removed from its block is sent and included again', async () => {
    const network = await openFunded(kind, 10n * coin);
    const { chain } = network;
    await network.mine(1);
    const signed = await send(network, await build(network, coin));
    await network.mine(2);
    await network.forkBack(2);
    expect((await chain.transaction(signed.txid)).kind).toBe('unknown');
    await chain.broadcast(signed);
    await network.mine(1);
    expect((await chain.transaction(signed.txid)).kind).toBe('included');
  });
});

test('a transaction whose bytes do not match its hash is a fault of the node', async () => {
  const network = await openFunded('Esplora', coin);
  const { node, freshChain, maxFee } = network;
  if (node === undefined) throw new Error('the test network has no proxy in front of its node');
  node.lie = (answer, { path }) => (path.endsWith('/hex') ? `${answer.slice(0, -2)}01` : answer);
  await expect(freshChain().build(pays(network, coin / 2n), { taken: [], maxFee })).rejects.toThrow(NodeFault);
});

/** A network whose hot wallet has outputs of these amounts. */
async function openFunded(kind: NodeKind, ...amounts: readonly bigint[]): Promise<BitcoinTestNetwork> {
  const network = await openBitcoinNetwork(kind);
  onTestFinished(() => network.close());
  const to = network.chain.hotAddress;
  if (amounts.length > 0) await network.payBatch?.(amounts.map((amount) => ({ to, coin: 'BTC', amount })));
  await network.mine(1);
  return network;
}

function pays({ outsider }: BitcoinTestNetwork, amount: bigint): Payment {
  return { id: 'withdrawal:1', source: { kind: 'hot' }, coin: 'BTC', to: outsider(1), amount };
}

async function build(
  network: BitcoinTestNetwork,
  amount: bigint,
  bounds: Partial<PaymentBounds> = {},
): Promise<UnsignedTransaction> {
  return await network.chain.build(pays(network, amount), { taken: [], maxFee: network.maxFee, ...bounds });
}

async function sign({ signer, keys }: BitcoinTestNetwork, unsigned: UnsignedTransaction): Promise<SignedTransaction> {
  return await signer.sign(unsigned, keys);
}

async function send(network: BitcoinTestNetwork, unsigned: UnsignedTransaction): Promise<SignedTransaction> {
  const signed = await sign(network, unsigned);
  await network.chain.broadcast(signed);
  return signed;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A byte outside the witnesses counts four times as much as one inside (BIP-141). */
function virtualSizeOf(hex: string): bigint {
  const bytes = hexToBytes(hex);
  return BigInt(Math.ceil((3 * parseTransaction(bytes).withoutWitness.length + bytes.length) / 4));
}

/** Increases s of the last signature by one. */
function withAnotherSignature(hex: string): string {
  const bytes = hexToBytes(hex);
  // The position of the last byte of s. It is followed by the signature type, the key's length, the key, and the lock
  // time.
  const at = bytes.length - 4 - 33 - 1 - 1 - 1;
  return Buffer.from(bytes.with(at, ((bytes[at] ?? 0) + 1) % 256)).toString('hex');
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the value is undefined');
  return value;
}
