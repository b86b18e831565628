import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTronNetwork, REFUSED, type TronTestNetwork, tronCoins } from '../../test/tron-network.ts';
import type { Payment, SignedTransaction, UnsignedTransaction } from '../chain.ts';
import {
  ChainError,
  FeeTooHigh,
  InsufficientFunds,
  MalformedTransaction,
  NodeFault,
  NodeUnreachable,
  Rejected,
} from '../chain-errors.ts';

import { decodeRaw, decodeSigned } from './tron-transaction.ts';

const USDT = 1_000_000n;

async function open(): Promise<TronTestNetwork> {
  const network = await openTronNetwork(tronCoins);
  onTestFinished(() => network.close());
  const { chain, pay, mine } = network;
  for (const coin of ['TRX', 'USDT']) await pay({ to: chain.hotAddress, coin, amount: 1_000n * USDT });
  await mine(1);
  return network;
}

function pays(network: TronTestNetwork, wanted: Partial<Payment> = {}): Payment {
  const to = network.outsider(9);
  return { id: 'withdrawal:1', source: { kind: 'hot' }, coin: 'USDT', to, amount: 5n * USDT, ...wanted };
}

async function built(network: TronTestNetwork, wanted: Partial<Payment> = {}): Promise<UnsignedTransaction> {
  return await network.chain.build(pays(network, wanted), { taken: [], maxFee: network.maxFee });
}

async function signed(network: TronTestNetwork, wanted: Partial<Payment> = {}): Promise<SignedTransaction> {
  return await network.signer.sign(await built(network, wanted), network.keys);
}

describe('identity of payments', () => {
  test('two simultaneous payments of one amount to one address are separate transactions, both paid', async () => {
    const network = await open();
    const both = [await signed(network, { id: 'withdrawal:1' }), await signed(network, { id: 'withdrawal:2' })];
    for (const each of both) await network.chain.broadcast(each);
    await network.mine(1);
    expect(both[0]?.txid).not.toBe(both[1]?.txid);
    const [one, other] = both.map(({ bytes }) =>
      decodeRaw(decodeSigned(hexToBytes(bytes))?.rawData ?? new Uint8Array()),
    );
    expect(one?.expirationMs).not.toBe(other?.expirationMs);
    expect(one?.timestampMs).not.toBe(other?.timestampMs);
    expect(await network.chain.balance('USDT', network.outsider(9))).toBe(10n * USDT);
  });

  test('building a payment twice on the same block yields the same transaction', async () => {
    const network = await open();
    expect(await built(network)).toEqual(await built(network));
  });
});

describe('the expiry of a transaction', () => {
  test('is a few minutes after the latest block, in block time', async () => {
    const network = await open();
    const { expiresAtMs = 0 } = await built(network);
    const minutes = (expiresAtMs - network.standIn.head.timeMs) / 60_000;
    expect(minutes >= 5 && minutes < 6).toBe(true);
    expect(network.signer.read(await built(network)).expiresAtMs).toBe(expiresAtMs);
  });

  test('a transaction not included before its expiry is rejected once a block past the expiry is final', async () => {
    const network = await open();
    const { chain, standIn, mine } = network;
    const unsigned = await built(network);
    const late = await network.signer.sign(unsigned, network.keys);
    standIn.mine(1, 150);
    expect(standIn.head.timeMs).toBeGreaterThan(unsigned.expiresAtMs ?? 0);
    const refused = chain.broadcast(late);
    await expect(refused).rejects.toThrow(ChainError);
    await expect(refused).rejects.not.toThrow(Rejected);
    await mine(20);
    await expect(chain.broadcast(late)).rejects.toThrow(Rejected);
    expect(await chain.transaction(late.txid)).toEqual({ kind: 'unknown' });
    expect(await chain.balance('USDT', network.outsider(9))).toBe(0n);
  });

  test('a transaction pending at its expiry is never included', async () => {
    const network = await open();
    const { chain, standIn } = network;
    const waiting = await signed(network);
    await chain.broadcast(waiting);
    expect((await chain.transaction(waiting.txid)).kind).toBe('waiting');
    // The next block comes late, but its parent is older than the expiry, so a node could still include the transaction
    // in it. The simulated node therefore forgets the transaction first.
    standIn.drop(0);
    standIn.mine(1, 150);
    standIn.mine(20);
    expect((await chain.transaction(waiting.txid)).kind).toBe('unknown');
    await expect(chain.broadcast(waiting)).rejects.toThrow(Rejected);
  });

  test('a block whose parent is older than the expiry may include the transaction, however late the block is', async () => {
    const network = await open();
    const { chain, standIn } = network;
    const waiting = await signed(network);
    await chain.broadcast(waiting);
    standIn.mine(1, 150);
    expect(await chain.transaction(waiting.txid)).toMatchObject({ kind: 'included', succeeded: true });
    standIn.mine(20);
    await chain.broadcast(waiting);
    expect(await chain.balance('USDT', network.outsider(9))).toBe(5n * USDT);
  });
});

describe('sending again', () => {
  test('a node that checks the expiry first refuses an included transaction, which is not an error', async () => {
    const network = await open();
    const payment = await signed(network);
    await network.chain.broadcast(payment);
    await network.mine(150);
    network.node.lie = (answer, { path }) =>
      path.endsWith('broadcasthex')
        ? JSON.stringify({ result: false, code: 'TRANSACTION_EXPIRATION_ERROR', message: 'expired' })
        : answer;
    await network.chain.broadcast(payment);
    expect(await network.chain.transaction(payment.txid)).toMatchObject({ kind: 'included', succeeded: true });
  });

  test('a transaction that a reorg has dropped is accepted again and pays once', async () => {
    const network = await open();
    const { chain, standIn, mine } = network;
    await mine(30);
    const payment = await signed(network);
    await chain.broadcast(payment);
    await mine(3);
    standIn.fork(3);
    expect((await chain.transaction(payment.txid)).kind).toBe('unknown');
    await chain.broadcast(payment);
    await mine(1);
    expect(await chain.transaction(payment.txid)).toMatchObject({ kind: 'included', succeeded: true });
    expect(await chain.balance('USDT', network.outsider(9))).toBe(5n * USDT);
  });

  test('a node without the block that the transaction refers to is at fault', async () => {
    const network = await open();
    await network.mine(30);
    const payment = await signed(network);
    network.standIn.fork(25);
    await expect(network.chain.broadcast(payment)).rejects.toThrow(NodeFault);
  });

  test('a node that is far behind cannot prove that a transaction was never included', async () => {
    const network = await open();
    const { chain, standIn, mine } = network;
    await mine(5);
    const payment = await signed(network);
    await chain.broadcast(payment);
    await mine(25);
    await chain.head();
    standIn.drop(20);
    expect(await chain.transaction(payment.txid)).toMatchObject({ kind: 'included' });
    standIn.drop(6);
    await expect(chain.transaction(payment.txid)).rejects.toThrow(NodeUnreachable);
    await expect(chain.broadcast(payment).then(() => mine(30))).resolves.toBeUndefined();
    expect(await chain.transaction(payment.txid)).toMatchObject({ kind: 'included' });
    expect(await chain.balance('USDT', network.outsider(9))).toBe(5n * USDT);
  });

  test('a signature that is not the owner’s is permanently rejected', async () => {
    const network = await open();
    const payment = await signed(network);
    const last = payment.bytes.slice(-2) === '00' ? '01' : '00';
    await expect(network.chain.broadcast({ ...payment, bytes: payment.bytes.slice(0, -2) + last })).rejects.toThrow(
      Rejected,
    );
  });

  test('bytes of another transaction are not sent', async () => {
    const network = await open();
    const [one, other] = [await signed(network, { id: 'one' }), await signed(network, { id: 'other' })];
    await expect(network.chain.broadcast({ txid: one.txid, bytes: other.bytes })).rejects.toThrow(MalformedTransaction);
    await expect(network.chain.broadcast({ txid: one.txid, bytes: 'xy' })).rejects.toThrow(MalformedTransaction);
    await network.mine(1);
    expect(await network.chain.balance('USDT', network.outsider(9))).toBe(0n);
  });

  test.each([
    ['SERVER_BUSY', NodeUnreachable],
    ['NO_CONNECTION', NodeUnreachable],
    ['NOT_ENOUGH_EFFECTIVE_CONNECTION', NodeUnreachable],
    ['BLOCK_UNSOLIDIFIED', NodeUnreachable],
    ['BANDWITH_ERROR', InsufficientFunds],
    ['TAPOS_ERROR', NodeFault],
    ['CONTRACT_VALIDATE_ERROR', ChainError],
    ['OTHER_ERROR', ChainError],
    ['TRANSACTION_EXPIRATION_ERROR', ChainError],
    ['TOO_BIG_TRANSACTION_ERROR', Rejected],
  ])('a node that returns %s causes the corresponding error', async (code, kind) => {
    const network = await open();
    const payment = await signed(network);
    network.node.lie = (answer, { path }) =>
      path.endsWith('broadcasthex') ? JSON.stringify({ result: false, code, message: 'no' }) : answer;
    const failure = await network.chain.broadcast(payment).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect(failure instanceof Rejected).toBe(kind === Rejected);
  });
});

describe('the cost of a payment', () => {
  test('a token’s transfer burns its energy, and never more than allowed', async () => {
    const network = await open();
    const unsigned = await built(network);
    // The maximum fee is for two and a half times 130,285 energy at 100 sun, plus bandwidth.
    expect(network.signer.read(unsigned).maxFee).toBe(32_571_250n + 345_000n);
    const { txid, bytes } = await network.signer.sign(unsigned, network.keys);
    await network.chain.broadcast({ txid, bytes });
    await network.mine(1);
    const status = await network.chain.transaction(txid);
    expect(status).toMatchObject({ kind: 'included', succeeded: true, fee: 13_028_500n });
  });

  test('the fee limit stays within the allowed fee', async () => {
    const network = await open();
    const unsigned = await network.chain.build(pays(network), { taken: [], maxFee: 16_000_000n });
    expect(unsigned.maxFee).toBe(16_000_000n);
    const tooLittle = { taken: [], maxFee: 15_900_000n };
    await expect(network.chain.build(pays(network), tooLittle)).rejects.toThrow(FeeTooHigh);
  });

  test('a transfer that runs out of energy moves nothing, and its fee is known', async () => {
    const network = await open();
    const { chain, outsider, node, mine } = network;
    node.lie = (answer, { path }) =>
      path.endsWith('triggerconstantcontract') ? answer.replace('"energy_used":130285', '"energy_used":10000') : answer;
    const payment = await signed(network);
    node.lie = undefined;
    await chain.broadcast(payment);
    await mine(1);
    const status = await chain.transaction(payment.txid);
    expect(status).toMatchObject({ kind: 'included', succeeded: false, fee: 2_500_000n });
    expect(await chain.balance('USDT', outsider(9))).toBe(0n);
  });

  test('a TRX transfer pays for an account it creates, and for bandwidth beyond the free amount', async () => {
    const network = await open();
    const fees: bigint[] = [];
    for (const number of [1, 1, 1, 1, 2]) {
      const wanted = { coin: 'TRX', to: network.outsider(number), id: `withdrawal:${fees.length}` };
      const unsigned = await built(network, wanted);
      const { txid, bytes } = await network.signer.sign(unsigned, network.keys);
      await network.chain.broadcast({ txid, bytes });
      await network.mine(1);
      const status = await network.chain.transaction(txid);
      if (status.kind !== 'included') throw new Error(`${txid} is ${status.kind}`);
      expect(status.fee <= unsigned.maxFee).toBe(true);
      fees.push(status.fee);
    }
    // A signed TRX transfer has 204 bytes, and 64 more are charged for its result.
    expect(fees).toEqual([1_100_000n, 0n, 0n, 268_000n, 1_100_000n]);
  });

  test('no payment is built if the network’s fee exceeds what the signer assumes', async () => {
    const network = await open();
    network.node.lie = (answer, { path }) =>
      path.endsWith('getchainparameters')
        ? answer.replace('"getTransactionFee","value":1000', '"getTransactionFee","value":2000')
        : answer;
    await expect(built(network)).rejects.toThrow(ChainError);
  });

  test('a node that returns an error instead of the source’s balance is at fault', async () => {
    const network = await open();
    network.node.lie = (answer, { path }) =>
      path.endsWith('getaccountresource') ? JSON.stringify({ Error: 'class java.lang.Exception : no' }) : answer;
    await expect(built(network)).rejects.toThrow(NodeFault);
  });

  test('a source without TRX cannot pay a token, unless energy was delegated to it', async () => {
    const network = await open();
    const { chain, xpub, mine, pay, node } = network;
    await pay({ to: chain.addresses.derive(xpub, 3), coin: 'USDT', amount: 50n * USDT });
    await mine(1);
    const source = { kind: 'deposit', index: 3 } as const;
    await expect(built(network, { source })).rejects.toThrow(InsufficientFunds);
    expect((await chain.sweep(3, 'USDT', { maxFee: network.maxFee })).map(({ coin }) => coin)).toEqual(['TRX', 'USDT']);
    node.lie = (answer, { path }) =>
      path.endsWith('getaccountresource')
        ? JSON.stringify({ freeNetLimit: 600, EnergyLimit: 200_000, EnergyUsed: 1_000 })
        : answer;
    await expect(built(network, { source })).resolves.toBeDefined();
    expect((await chain.sweep(3, 'USDT', { maxFee: network.maxFee })).map(({ coin }) => coin)).toEqual(['USDT']);
  });
});

describe('a token that does not transfer', () => {
  test('a receiver that the token refuses is not paid', async () => {
    const network = await open();
    await expect(built(network, { to: REFUSED })).rejects.toThrow(Rejected);
  });

  test('a transfer that succeeds without a Transfer log has moved nothing', async () => {
    const network = await open();
    const payment = await signed(network, { coin: 'SILENT' });
    await network.chain.broadcast(payment);
    await network.mine(1);
    expect(await network.chain.transaction(payment.txid)).toMatchObject({ kind: 'included', succeeded: false });
  });
});

test.each([{ amount: 0n }, { amount: -1n }, { to: 'T' }, { to: '' }, { coin: 'DOGE' }])(
  'a payment with %o throws, as only a bug can request it',
  async (wanted) => {
    const network = await open();
    await expect(built(network, wanted)).rejects.toThrow(RangeError);
  },
);
