import { numberToHex } from 'viem/utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAnvil } from '../../test/anvil.ts';
import { type EvmTestNetwork, openEvmNetwork } from '../../test/evm-test-network.ts';
import type { Payment, SignedTransaction, UnsignedTransaction } from '../chain.ts';
import { ChainError, FeeTooHigh, InsufficientFunds, NodeFault, NodeUnreachable, Rejected } from '../chain-errors.ts';
import { parsePayment } from './evm-transaction.ts';

const GWEI = 1_000_000_000n;

describe('a payment that could not take effect is not made', () => {
  test('if the token refuses the receiver or returns false, or a contract accepts no coins', async () => {
    const network = await open({}, ['FalseToken']);
    const { chain, contracts, outsider, maxFee } = network;
    await network.call('SilentToken', 'refuse', [outsider(1)]);
    await network.call('FalseToken', 'close', []);
    await network.mine(1);
    const takesNone = contracts.FakeLogs ?? '';
    for (const [coin, to] of [
      ['USDT', outsider(1)],
      ['FalseToken', outsider(2)],
      ['ETH', takesNone],
    ] as const) {
      await expect(chain.build(pays(network, { coin, to }), { taken: [], maxFee })).rejects.toThrow(Rejected);
    }
    await chain.build(pays(network, { coin: 'USDT', to: outsider(2) }), { taken: [], maxFee });
  });

  test('a contract that accepts coins is paid, with the gas that its code needs', async () => {
    const network = await open();
    const to = network.contracts.Forwarder ?? '';
    const unsigned = await network.chain.build(pays(network, { to }), { taken: [], maxFee: network.maxFee });
    expect(parsePayment(unsigned.bytes).gas).toBeGreaterThan(21_000n);
    expect(await carriedOut(network, unsigned)).toMatchObject({ succeeded: true });
    expect(await network.chain.balance('ETH', to)).toBe(1_000n);
  });

  test('a contract that would use too much gas at the payer’s cost is not paid', async () => {
    const network = await open();
    const to = network.contracts.Greedy ?? '';
    const bounds = { taken: [], maxFee: 10n ** 18n };
    await expect(network.chain.build(pays(network, { to }), bounds)).rejects.toThrow(Rejected);
    await network.chain.build(pays(network, { to, coin: 'USDC' }), bounds);
  });

  test('a zero amount, an unlisted coin and an invalid address throw, as only a bug can request them', async () => {
    const network = await open();
    const wrong: Partial<Payment>[] = [{ amount: 0n }, { amount: -1n }, { coin: 'DAI' }, { to: '0x12' }];
    for (const part of wrong) {
      const payment = pays(network, part);
      await expect(network.chain.build(payment, { taken: [], maxFee: 1n })).rejects.toThrow(RangeError);
    }
  });
});

describe('nonces', () => {
  test('are the first that are neither used in blocks, nor pending at the node, nor claimed', async () => {
    const network = await open();
    const { chain, maxFee } = network;
    const claims = async (taken: readonly string[]) => (await chain.build(pays(network, {}), { taken, maxFee })).claims;
    expect(await claims([])).toEqual(['hot:nonce:0']);
    expect(await claims(['hot:nonce:1'])).toEqual(['hot:nonce:0']);
    expect(await claims(['hot:nonce:0', 'hot:nonce:1', 'hot:nonce:3'])).toEqual(['hot:nonce:2']);
    expect(await claims(['deposit/0:nonce:0'])).toEqual(['hot:nonce:0']);
    // A transaction that is pending at the node: its nonce is not used again, although it is not in `taken`.
    await chain.broadcast(await sign(network, await chain.build(pays(network, {}), { taken: [], maxFee })));
    expect(await claims([])).toEqual(['hot:nonce:1']);
    await network.mine(1);
    expect(await claims(['hot:nonce:0'])).toEqual(['hot:nonce:1']);
  });

  test('a released claim leaves a gap, which the next payment fills, and all are included', async () => {
    const network = await open();
    const { chain, maxFee, outsider } = network;
    const later = await chain.build(pays(network, { to: outsider(1) }), { taken: ['hot:nonce:0'], maxFee });
    const signed = await sign(network, later);
    await chain.broadcast(signed);
    await network.mine(1);
    expect(await chain.transaction(signed.txid)).toEqual({ kind: 'waiting' });
    const filling = await chain.build(pays(network, { to: outsider(2) }), { taken: later.claims, maxFee });
    expect(filling.claims).toEqual(['hot:nonce:0']);
    expect(await carriedOut(network, filling)).toMatchObject({ succeeded: true });
    expect(await chain.transaction(signed.txid)).toMatchObject({ kind: 'included', succeeded: true });
  });

  test('if the balance covers only one payment, a second is refused while the first is pending', async () => {
    const network = await open();
    const { chain, maxFee, mine } = network;
    const whole = await chain.balance('USDT', chain.hotAddress);
    const first = await chain.build(pays(network, { coin: 'USDT', amount: whole }), { taken: [], maxFee });
    await chain.broadcast(await sign(network, first));
    const again = chain.build(pays(network, { coin: 'USDT' }), { taken: first.claims, maxFee });
    await expect(again).rejects.toThrow(InsufficientFunds);
    await network.pay({ to: chain.hotAddress, coin: 'USDT', amount: 5_000n });
    await mine(1);
    await chain.build(pays(network, { coin: 'USDT' }), { taken: first.claims, maxFee });
  });
});

describe('fees', () => {
  test('cover a doubled base fee as far as the limit allows, and at least one increase', async () => {
    const network = await open();
    const { chain } = network;
    await setBaseFee(network, 10n * GWEI);
    const tip = BigInt(await network.anvil.rpc<string>('eth_maxPriorityFeePerGas'));
    const build = (maxFee: bigint) => chain.build(pays(network, {}), { taken: [], maxFee });
    const capOf = async (maxFee: bigint) => parsePayment((await build(maxFee)).bytes).fees.cap;
    expect(await capOf(10n ** 18n)).toBe(20n * GWEI + tip + 1n);
    expect(await capOf(21_000n * 15n * GWEI)).toBe(15n * GWEI);
    expect(await capOf(21_000n * (12n * GWEI + tip))).toBe(12n * GWEI + tip);
    await expect(build(21_000n * (11n * GWEI + tip))).rejects.toThrow(FeeTooHigh);
  });

  test('stay within the limit even if a node reports an absurd tip', async () => {
    const network = await open();
    network.node.lie = (answer, { body }) =>
      body.includes('eth_maxPriorityFeePerGas')
        ? answer.replace(/"result":"0x\w+"/, '"result":"0xffffffffffffff"')
        : answer;
    const built = network.chain.build(pays(network, {}), { taken: [], maxFee: network.maxFee });
    await expect(built).rejects.toThrow(FeeTooHigh);
  });

  test('of a replacement rise by at least an eighth in cap and tip, and follow the network’s fees', async () => {
    const network = await open();
    const { chain, maxFee } = network;
    const payment = pays(network, {});
    let stuck = await chain.build(payment, { taken: [], maxFee });
    const first = await sign(network, stuck);
    await chain.broadcast(first);
    for (const dearBlocks of [0, 1]) {
      // The transaction is not included while the base fee is above its cap.
      if (dearBlocks > 0) await setBaseFee(network, 100n * GWEI);
      expect((await chain.transaction(first.txid)).kind).toBe(dearBlocks > 0 ? 'unknown' : 'waiting');
      const better = await chain.replacement(payment, stuck, { taken: stuck.claims, maxFee });
      const [old, raised] = [parsePayment(stuck.bytes), parsePayment(better?.bytes ?? '')];
      expect(raised.fees.cap * 1000n >= old.fees.cap * 1125n).toBe(true);
      expect(raised.fees.tip * 1000n >= old.fees.tip * 1125n).toBe(true);
      expect({ ...raised, fees: old.fees }).toEqual(old);
      stuck = better ?? stuck;
      await chain.broadcast(await sign(network, stuck));
    }
    expect(parsePayment(stuck.bytes).fees.cap).toBeGreaterThan(100n * GWEI);
    await network.mine(1);
    expect(await chain.balance('ETH', payment.to)).toBe(payment.amount);
  });
});

describe('sweeping', () => {
  test('a token sweep first needs gas at its address: exactly that amount comes from the hot wallet', async () => {
    const network = await open();
    const { chain, xpub, maxFee, mine } = network;
    const deposit = chain.addresses.derive(xpub, 3);
    await network.pay({ to: deposit, coin: 'USDT', amount: 5_000n });
    await mine(1);
    const [gasMoney, whole, ...more] = await chain.sweep(3, 'USDT', { maxFee });
    expect(more).toEqual([]);
    expect(gasMoney).toMatchObject({ source: { kind: 'hot' }, coin: 'ETH', to: deposit });
    expect(whole).toEqual({
      source: { kind: 'deposit', index: 3 },
      coin: 'USDT',
      to: chain.hotAddress,
      amount: 5_000n,
    });
    if (gasMoney === undefined) throw new Error('there is no gas money');
    expect(gasMoney.amount <= maxFee).toBe(true);
    await carriedOut(network, await chain.build({ ...gasMoney, id: 'sweep:1' }, { taken: [], maxFee }));
    expect(await chain.sweep(3, 'USDT', { maxFee })).toEqual([whole]);
  });

  test('an amount is not swept if the fee would take more than half of it', async () => {
    const network = await open();
    const { chain, xpub, maxFee } = network;
    await network.pay({ to: chain.addresses.derive(xpub, 4), coin: 'ETH', amount: 21_000n * GWEI });
    await network.mine(1);
    expect(await chain.sweep(4, 'ETH', { maxFee })).toEqual([]);
  });

  test('a sweep that would cost more than allowed is not planned', async () => {
    const network = await open();
    const { chain, xpub } = network;
    for (const coin of ['ETH', 'USDT']) {
      await network.pay({ to: chain.addresses.derive(xpub, 5), coin, amount: 10n ** 18n });
      await network.mine(1);
      await expect(chain.sweep(5, coin, { maxFee: 1_000n })).rejects.toThrow(FeeTooHigh);
    }
  });
});

describe('sending', () => {
  test('a temporary refusal by the network is not final', async () => {
    const network = await open();
    const { chain, maxFee } = network;
    const cheap = await sign(network, await chain.build(pays(network, {}), { taken: [], maxFee }));
    const dear = await sign(network, await raised(network));
    await chain.broadcast(dear);
    // The node has a transaction with the same nonce and a higher fee. If the node dropped that transaction, the
    // cheaper one could still be sent.
    const refusal = await chain.broadcast(cheap).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ChainError);
    expect(refusal).not.toBeInstanceOf(Rejected);
    await network.mine(1);
    await expect(chain.broadcast(cheap)).rejects.toThrow(Rejected);
  });

  test('insufficient funds of the sender are reported as such', async () => {
    const network = await open();
    const { chain, maxFee } = network;
    const signed = await sign(network, await chain.build(pays(network, {}), { taken: [], maxFee }));
    await network.anvil.rpc('anvil_setBalance', [chain.hotAddress, '0x1']);
    await expect(chain.broadcast(signed)).rejects.toThrow(InsufficientFunds);
  });

  async function raised(network: EvmTestNetwork): Promise<UnsignedTransaction> {
    const bounds = { taken: [], maxFee: network.maxFee };
    const payment = pays(network, {});
    const better = await network.chain.replacement(payment, await network.chain.build(payment, bounds), bounds);
    if (better === undefined) throw new Error('no replacement exists');
    return better;
  }
});

describe('a restarted node', () => {
  test('is used at its new address, but a node of another network at that address is refused', async () => {
    const network = await open();
    const { chain, anvil, node } = network;
    const { height } = await chain.head();
    await anvil.kill();
    await expect(chain.head()).rejects.toThrow(NodeUnreachable);
    const other = await startAnvil(['--chain-id', '1']);
    onTestFinished(() => other.kill());
    node.target = other.url;
    await expect(chain.head()).rejects.toThrow(NodeFault);
    await expect(chain.broadcast({ txid: `0x${'00'.repeat(32)}`, bytes: '02' })).rejects.toThrow(NodeFault);
    await other.kill();
    await expect(chain.head()).rejects.toThrow(NodeUnreachable);
    const again = await startAnvil(['--chain-id', '31337']);
    onTestFinished(() => again.kill());
    node.target = again.url;
    expect((await chain.head()).height).toBeLessThan(height);
    expect(await chain.block(height, () => true)).toBeUndefined();
  });
});

async function open(
  settings: Parameters<typeof openEvmNetwork>[0] = {},
  listed: readonly string[] = [],
): Promise<EvmTestNetwork> {
  const network = await openEvmNetwork(settings, listed);
  onTestFinished(() => network.close());
  const { chain, pay, mine } = network;
  for (const { coin } of chain.coins) await pay({ to: chain.hotAddress, coin, amount: 10n ** 18n });
  await mine(1);
  return network;
}

function pays({ outsider }: EvmTestNetwork, wanted: Partial<Payment>): Payment {
  return { id: 'withdrawal:1', source: { kind: 'hot' }, coin: 'ETH', to: outsider(9), amount: 1_000n, ...wanted };
}

async function sign(network: EvmTestNetwork, unsigned: UnsignedTransaction): Promise<SignedTransaction> {
  return await network.signer.sign(unsigned, network.keys);
}

async function carriedOut(network: EvmTestNetwork, unsigned: UnsignedTransaction) {
  const signed = await sign(network, unsigned);
  await network.chain.broadcast(signed);
  await network.mine(1);
  return await network.chain.transaction(signed.txid);
}

/** Adds a block with this base fee. */
async function setBaseFee({ anvil, mine }: EvmTestNetwork, baseFee: bigint): Promise<void> {
  await anvil.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(baseFee)]);
  await mine(1);
}
