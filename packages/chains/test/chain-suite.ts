import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import type {
  AddressFormat,
  Chain,
  ChainBlock,
  ChainCoin,
  ChainTransfer,
  Movement,
  Payment,
  SignedTransaction,
  UnsignedTransaction,
} from '../src/chain.ts';
import {
  FeeTooHigh,
  InsufficientFunds,
  MalformedTransaction,
  NodeFault,
  NodeUnreachable,
  Rejected,
} from '../src/chain-errors.ts';
import type { NodeProxy } from './node-proxy.ts';
import type { AddressCases, TestNetwork } from './test-network.ts';

/** The tests that the adapter of every network must pass, each on its own network. */
export function describeChain(name: string, openTestNetwork: () => Promise<TestNetwork>): void {
  const open = async (): Promise<TestNetwork> => {
    const network = await openTestNetwork();
    onTestFinished(() => network.close());
    return network;
  };
  describe(`${name}, reading`, () => describeReader(open));
  describe(`${name}, paying`, () => describeWriter(open));
  describe(`${name}, and its node`, () => describeNode(open));
}

export function describeAddresses(name: string, format: AddressFormat, cases: AddressCases): void {
  describe(`addresses of ${name}`, () => {
    test.each(Object.entries(cases.accepted))('%s is valid', (text, canonical) => {
      expect(format.parse(text)).toBe(canonical);
      expect(format.parse(canonical)).toBe(canonical);
    });

    test.each(cases.refused)("'%s' is invalid", (text) => {
      expect(format.parse(text)).toBeUndefined();
    });

    test('an address truncated, extended, surrounded by white space or with another character is invalid', () => {
      for (const address of Object.values(cases.accepted)) {
        const wrong = [address.slice(0, -1), address.slice(1), `${address}a`, ` ${address}`, `${address}\n`, ''];
        wrong.push(`${address.slice(0, 8)}-${address.slice(9)}`, `${address.slice(0, 8)}\u0430${address.slice(9)}`);
        for (const text of wrong) expect([text, format.parse(text)]).toEqual([text, undefined]);
      }
    });

    test('an extended public key derives the same addresses as other wallets', () => {
      expect(cases.derived.map((_, index) => format.derive(cases.xpub, index))).toEqual(cases.derived);
      for (const address of cases.derived) expect(format.parse(address)).toBe(address);
    });
  });
}

type Open = () => Promise<TestNetwork>;

function describeReader(open: Open): void {
  test('each block names its parent, up to the head', async () => {
    const { chain, mine } = await open();
    await mine(4);
    const head = await chain.head();
    const blocks = await Promise.all([2, 1, 0].map((back) => blockAt(chain, head.height - back)));
    expect(blocks[2]?.hash).toBe(head.hash);
    expect(blocks.map(({ height }) => height)).toEqual([head.height - 2, head.height - 1, head.height]);
    expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
    expect(blocks[2]?.parentHash).toBe(blocks[1]?.hash);
    expect(blocks[2]?.timeMs).toBeGreaterThanOrEqual(blocks[1]?.timeMs ?? 0);
    for (const { height, hash } of blocks) expect(await chain.hashAt(height)).toBe(hash);
    expect(await chain.block(head.height + 1, () => true)).toBeUndefined();
    expect(await chain.hashAt(head.height + 1)).toBeUndefined();
    await mine(1);
    expect((await chain.head()).height).toBe(head.height + 1);
  });

  test('a transfer of each coin to one of our addresses is found in its block, once', async () => {
    const network = await open();
    const { chain, xpub, mine, pay } = network;
    const from = (await chain.head()).height;
    for (const [index, coin] of chain.coins.entries()) {
      const to = chain.addresses.derive(xpub, index);
      const txid = await pay({ to, coin: coin.coin, amount: some(coin) });
      await mine(2);
      const found = await transfersTo(chain, [to], from);
      expect(found).toMatchObject([{ txid, coin: coin.coin, to, amount: some(coin) }]);
      expect(found[0]?.from === undefined || chain.addresses.parse(found[0].from) === found[0].from).toBe(true);
      expect(await chain.balance(coin.coin, to)).toBe(some(coin));
      expect(await chain.transaction(txid)).toMatchObject({ kind: 'included', succeeded: true });
    }
  });

  test('a transaction’s status has the hash of its block', async () => {
    const { chain, xpub, mine, pay } = await open();
    const to = chain.addresses.derive(xpub, 0);
    const txid = await pay({ to, coin: ownCoin(chain).coin, amount: some(ownCoin(chain)) });
    expect(await chain.transaction(txid)).toEqual({ kind: 'waiting' });
    await mine(3);
    const status = await chain.transaction(txid);
    if (status.kind !== 'included') throw new Error(`${txid} is ${status.kind}`);
    const block = await chain.block(status.block.height, (address) => address === to);
    expect(block?.hash).toBe(status.block.hash);
    expect(block?.transfers.map((transfer) => transfer.txid)).toEqual([txid]);
  });

  test('transfers to addresses that are not ours are not found', async () => {
    const { chain, xpub, mine, pay, outsider } = await open();
    const from = (await chain.head()).height;
    const coin = ownCoin(chain);
    await pay({ to: outsider(1), coin: coin.coin, amount: some(coin) });
    const txid = await pay({ to: chain.addresses.derive(xpub, 0), coin: coin.coin, amount: some(coin) });
    await mine(1);
    expect(await transfersTo(chain, [chain.addresses.derive(xpub, 1)], from)).toEqual([]);
    expect((await transfersTo(chain, [chain.addresses.derive(xpub, 0)], from)).map((found) => found.txid)).toEqual([
      txid,
    ]);
  });

  test('transfers of tokens that are not listed are not found', async (context) => {
    const { chain, xpub, mine, payUnlisted } = await open();
    if (payUnlisted === undefined) return context.skip('the network has no tokens');
    const from = (await chain.head()).height;
    const to = chain.addresses.derive(xpub, 0);
    const txid = await payUnlisted(to, 1_000_000n);
    await mine(1);
    expect(await chain.transaction(txid)).toMatchObject({ kind: 'included', succeeded: true });
    expect(await transfersTo(chain, [to], from)).toEqual([]);
  });

  test('failed transfers are not found', async (context) => {
    const { chain, xpub, mine, payFailing } = await open();
    if (payFailing === undefined) return context.skip('the network includes nothing that fails');
    const from = (await chain.head()).height;
    for (const coin of chain.coins) {
      const to = chain.addresses.derive(xpub, 0);
      const txid = await payFailing({ to, coin: coin.coin, amount: some(coin) });
      await mine(1);
      expect(await chain.transaction(txid)).toMatchObject({ kind: 'included', succeeded: false });
      expect(await transfersTo(chain, [to], from)).toEqual([]);
    }
  });

  test('transfers of zero are not found', async (context) => {
    const { chain, xpub, mine, payZero } = await open();
    if (payZero === undefined) return context.skip('the network does not support transfers of nothing');
    const from = (await chain.head()).height;
    const to = chain.addresses.derive(xpub, 0);
    for (const coin of chain.coins) await payZero(to, coin.coin);
    await mine(1);
    expect(await transfersTo(chain, [to], from)).toEqual([]);
  });

  test('several payments to us in one transaction are distinguished, even to the same address', async (context) => {
    const { chain, xpub, mine, payBatch } = await open();
    if (payBatch === undefined) return context.skip('the network pays once per transaction');
    const from = (await chain.head()).height;
    const coin = chain.coins.at(-1) ?? ownCoin(chain);
    const [first, second] = [chain.addresses.derive(xpub, 0), chain.addresses.derive(xpub, 1)];
    const payments = [first, second, second].map((to, index) => ({
      to,
      coin: coin.coin,
      amount: some(coin) + BigInt(index),
    }));
    const txid = await payBatch(payments);
    await mine(1);
    const found = await transfersTo(chain, [first, second], from);
    expect(found.map((transfer) => transfer.txid)).toEqual([txid, txid, txid]);
    expect(found.map(({ to, amount }) => ({ to, coin: coin.coin, amount }))).toEqual(payments);
    expect(new Set(found.map(({ output }) => output)).size).toBe(3);
  });

  test('a transfer that a reorg removes disappears, and reappears as the same one', async () => {
    const { chain, xpub, mine, pay, forkBack, resend } = await open();
    await mine(3);
    for (const coin of chain.coins) {
      const to = chain.addresses.derive(xpub, 0);
      const from = (await chain.head()).height + 1;
      const txid = await pay({ to, coin: coin.coin, amount: some(coin) });
      await mine(2);
      const [before] = await transfersTo(chain, [to], from);
      const blocks = await blocksFrom(chain, from);
      await forkBack(blocks.length);
      const after = await blocksFrom(chain, from);
      expect(after).toHaveLength(blocks.length + 1);
      for (const [index, block] of blocks.entries()) expect(after[index]?.hash).not.toBe(block.hash);
      expect(after[0]?.parentHash).toBe(blocks[0]?.parentHash);
      expect(await transfersTo(chain, [to], from)).toEqual([]);
      expect((await chain.transaction(txid)).kind).not.toBe('included');
      await resend(txid);
      await mine(1);
      const again = await transfersTo(chain, [to], from);
      expect(again).toEqual([before]);
      expect(again[0]?.txid).toBe(txid);
    }
  });
}

function describeWriter(open: Open): void {
  test('a payment of each coin has the effect that the signer reads from it', async () => {
    const network = await open();
    const { chain, signer, mine, outsider, maxFee } = network;
    await fund(network, 1);
    for (const [index, coin] of chain.coins.entries()) {
      const payment = pays(network, { coin, to: outsider(10 + index), amount: some(coin) + 1n });
      const unsigned = await chain.build(payment, { taken: [], maxFee });
      const content = signer.read(unsigned);
      expect(content).toMatchObject({ to: payment.to, amount: payment.amount, claims: unsigned.claims });
      expect(content.contract).toBe(coin.contract);
      expect(content.maxFee).toBe(unsigned.maxFee);
      expect(content.maxFee <= maxFee).toBe(true);
      const signed = await signer.sign(unsigned, network.keys);
      await chain.broadcast(signed);
      await chain.broadcast(signed);
      expect(await chain.transaction(signed.txid)).toEqual({ kind: 'waiting' });
      await mine(1);
      const status = await chain.transaction(signed.txid);
      expect(status).toMatchObject({ kind: 'included', succeeded: true });
      expect(status.kind === 'included' && status.fee <= unsigned.maxFee).toBe(true);
      expect(await chain.balance(coin.coin, payment.to)).toBe(payment.amount);
      await chain.broadcast(signed);
      await mine(1);
      expect(await chain.balance(coin.coin, payment.to)).toBe(payment.amount);
    }
  });

  test('the signer signs the same bytes the same way each time', async () => {
    const network = await open();
    await fund(network, 1);
    const unsigned = await network.chain.build(pays(network, {}), { taken: [], maxFee: network.maxFee });
    const first = await network.signer.sign(unsigned, network.keys);
    expect(await network.signer.sign(unsigned, network.keys)).toEqual(first);
  });

  test('the signer refuses bytes that are truncated, extended, or not a transaction', async () => {
    const network = await open();
    const { chain, signer, keys, maxFee } = network;
    await fund(network, 1);
    for (const coin of chain.coins) {
      const unsigned = await chain.build(pays(network, { coin }), { taken: [], maxFee });
      for (const bytes of [
        '',
        '00',
        'zz',
        unsigned.bytes.slice(0, -2),
        unsigned.bytes.slice(2),
        `${unsigned.bytes}00`,
      ]) {
        const wrong = { ...unsigned, bytes };
        expect(() => signer.read(wrong)).toThrow(MalformedTransaction);
        await expect(signer.sign(wrong, keys)).rejects.toThrow(MalformedTransaction);
      }
    }
  });

  test('payments that avoid each other’s claims are all included in blocks', async () => {
    const network = await open();
    const { chain, mine, outsider, maxFee } = network;
    await fund(network, 3);
    const built: UnsignedTransaction[] = [];
    for (const number of [1, 2, 3]) {
      const taken = built.flatMap(({ claims }) => claims);
      const next = await chain.build(pays(network, { to: outsider(20 + number) }), { taken, maxFee });
      expect(next.claims.filter((claim) => taken.includes(claim))).toEqual([]);
      built.push(next);
    }
    const signed = await Promise.all(built.map((each) => network.signer.sign(each, network.keys)));
    for (const each of signed) await chain.broadcast(each);
    await mine(1);
    for (const { txid } of signed) {
      expect(await chain.transaction(txid)).toMatchObject({ kind: 'included', succeeded: true });
    }
  });

  test('only one of two payments with the same claims is included', async (context) => {
    const network = await open();
    const { chain, mine, outsider, maxFee } = network;
    await fund(network, 1);
    const first = await chain.build(pays(network, { to: outsider(1) }), { taken: [], maxFee });
    const second = await chain.build(pays(network, { to: outsider(2) }), { taken: [], maxFee });
    if (first.claims.length === 0) return context.skip('transactions of the network claim nothing');
    expect(second.claims).toEqual(first.claims);
    const [one, other] = [await signed(network, first), await signed(network, second)];
    await chain.broadcast(one);
    await chain.broadcast(other).catch(() => undefined);
    await mine(2);
    const kinds = [(await chain.transaction(one.txid)).kind, (await chain.transaction(other.txid)).kind];
    expect(kinds.filter((kind) => kind === 'included')).toHaveLength(1);
    const lost = kinds[0] === 'included' ? other : one;
    await expect(chain.broadcast(lost)).rejects.toThrow(Rejected);
  });

  test('spends by our keys are reported with block, claims and recipients; other spends are not', async (context) => {
    const network = await open();
    const { chain, xpub, mine, outsider, pay, maxFee } = network;
    await fund(network, 2);
    const coin = ownCoin(chain);
    const deposit = chain.addresses.derive(xpub, 3);
    await pay({ to: deposit, coin: coin.coin, amount: many(coin) });
    await mine(1);
    const hot = { kind: 'hot' } as const;
    const third = { kind: 'deposit', index: 3 } as const;
    const sourceOf = (address: string) =>
      address === chain.hotAddress ? hot : address === deposit ? third : undefined;
    const { height: before } = await chain.head();
    const sent: { readonly payment: Payment; readonly txid: string; readonly claims: readonly string[] }[] = [];
    const [first] = chain.coins;
    for (const [source, paid] of [
      [hot, first ?? coin],
      [hot, chain.coins.at(-1) ?? coin],
      [third, coin],
    ] as const) {
      const payment = { ...pays(network, { coin: paid, to: outsider(30 + sent.length) }), source };
      const unsigned = await chain.build(payment, { taken: sent.flatMap(({ claims }) => claims), maxFee });
      const { txid, bytes } = await signed(network, unsigned);
      await chain.broadcast({ txid, bytes });
      sent.push({ payment, txid, claims: unsigned.claims });
    }
    const byOther = await pay({ to: outsider(40), coin: coin.coin, amount: some(coin) });
    await mine(1);
    expect(await chain.transaction(byOther)).toMatchObject({ kind: 'included' });
    const block = await chain.block(before + 1, () => false, sourceOf);
    expect((await chain.block(before + 1, () => true))?.spends).toBeUndefined();
    if (sent.every(({ claims }) => claims.length === 0)) {
      expect(block?.spends).toBeUndefined();
      return context.skip('transactions of the network claim nothing');
    }
    expect(block?.spends).toHaveLength(sent.length);
    for (const { payment, txid, claims } of sent) {
      const spend = block?.spends?.find((one) => one.txid === txid);
      expect(spend?.claims.toSorted()).toEqual(claims.toSorted());
      expect(spend?.pays).toContainEqual({ coin: payment.coin, to: payment.to, amount: payment.amount });
    }
  });

  test('a replacement pays more, keeps the claims, and replaces the stuck transaction', async (context) => {
    const network = await open();
    const { chain, mine, maxFee } = network;
    await fund(network, 1);
    const payment = pays(network, {});
    const stuck = await chain.build(payment, { taken: [], maxFee });
    const old = await signed(network, stuck);
    await chain.broadcast(old);
    await network.raiseFees?.();
    const better = await chain.replacement(payment, stuck, { taken: stuck.claims, maxFee });
    if (stuck.claims.length === 0) {
      expect(better).toBeUndefined();
      return context.skip('the network does not support replacements');
    }
    if (better === undefined) throw new Error('no replacement exists');
    expect(better.claims).toEqual(stuck.claims);
    expect(better.maxFee > stuck.maxFee).toBe(true);
    const { to, amount, contract } = network.signer.read(better);
    expect({ to, amount, contract }).toEqual({ to: payment.to, amount: payment.amount, contract: undefined });
    const replacing = await signed(network, better);
    await chain.broadcast(replacing);
    await mine(1);
    expect(await chain.transaction(replacing.txid)).toMatchObject({ kind: 'included', succeeded: true });
    expect((await chain.transaction(old.txid)).kind).toBe('unknown');
    expect(await chain.balance(payment.coin, payment.to)).toBe(payment.amount);
    expect(await chain.replacement(payment, better, { taken: better.claims, maxFee })).toBeUndefined();
  });

  test('a replacement that would cost more than allowed is not built', async (context) => {
    const network = await open();
    const { chain, maxFee } = network;
    await fund(network, 1);
    const stuck = await chain.build(pays(network, {}), { taken: [], maxFee });
    if (stuck.claims.length === 0) return context.skip('the network does not support replacements');
    await chain.broadcast(await signed(network, stuck));
    await network.raiseFees?.();
    const bounds = { taken: stuck.claims, maxFee: stuck.maxFee };
    await expect(chain.replacement(pays(network, {}), stuck, bounds)).rejects.toThrow(FeeTooHigh);
  });

  test('a payment that the source cannot afford with its fee is refused', async () => {
    const network = await open();
    const { chain, maxFee } = network;
    const bounds = { taken: [], maxFee };
    for (const coin of chain.coins) {
      await expect(chain.build(pays(network, { coin }), bounds)).rejects.toThrow(InsufficientFunds);
    }
    await fund(network, 1);
    for (const coin of chain.coins) {
      const amount = (await chain.balance(coin.coin, chain.hotAddress)) + (coin.contract === undefined ? 0n : 1n);
      await expect(chain.build(pays(network, { coin, amount }), bounds)).rejects.toThrow(InsufficientFunds);
    }
  });

  test('a payment that would cost more than allowed is not built', async () => {
    const network = await open();
    await fund(network, 1);
    await expect(network.chain.build(pays(network, {}), { taken: [], maxFee: 1n })).rejects.toThrow(FeeTooHigh);
  });

  test('a sweep moves everything at a deposit address to the hot wallet', async () => {
    const network = await open();
    const { chain, xpub, mine, pay, maxFee } = network;
    await fund(network, 1);
    for (const [index, coin] of [...chain.coins.entries()].reverse()) {
      const deposit = chain.addresses.derive(xpub, index);
      expect(await chain.sweep(index, coin.coin, { maxFee })).toEqual([]);
      await pay({ to: deposit, coin: coin.coin, amount: many(coin) });
      await mine(1);
      const before = await chain.balance(coin.coin, chain.hotAddress);
      const movements = await chain.sweep(index, coin.coin, { maxFee });
      const last = movements.at(-1);
      expect(last).toMatchObject({ source: { kind: 'deposit', index }, coin: coin.coin, to: chain.hotAddress });
      for (const movement of movements) await carryOut(network, movement);
      expect((await chain.balance(coin.coin, chain.hotAddress)) - before).toBe(last?.amount);
      const left = await chain.balance(coin.coin, deposit);
      expect(left <= (coin.contract === undefined ? maxFee : 0n)).toBe(true);
      expect(await chain.sweep(index, coin.coin, { maxFee })).toEqual([]);
    }
  });

  test('a sweep and its payment use only settled coins, including for the fee', async (context) => {
    const network = await open();
    const { chain, xpub, mine, pay, maxFee } = network;
    const [own, token] = chain.coins;
    if (own === undefined || token === undefined) return context.skip('each output has confirmations of its own');
    await fund(network, 1);
    const to = chain.addresses.derive(xpub, 7);
    for (const coin of [own, token]) await pay({ to, coin: coin.coin, amount: many(coin) });
    await mine(1);
    const nothing = { maxFee, settled: () => 0n };
    for (const { coin } of [own, token]) expect(await chain.sweep(7, coin, nothing)).toEqual([]);
    const half = many(token) / 2n;
    const tokenAlone = { maxFee, settled: (coin: string) => (coin === token.coin ? half : 0n) };
    const [gas, whole, ...more] = await chain.sweep(7, token.coin, tokenAlone);
    expect([gas?.source.kind, whole?.amount, more]).toEqual(['hot', half, []]);
    const all = { maxFee, settled: (coin: string) => many(coin === token.coin ? token : own) };
    expect((await chain.sweep(7, token.coin, all)).map(({ coin }) => coin)).toEqual([token.coin]);
    if (whole === undefined) throw new Error('the sweep returned no movement');
    const built = chain.build({ ...whole, id: 'sweep:1' }, { taken: [], ...tokenAlone });
    await expect(built).rejects.toThrow(InsufficientFunds);
  });

  test('a deposit address pays only from its own balance', async () => {
    const network = await open();
    const { chain, xpub, mine, pay, maxFee } = network;
    await fund(network, 1);
    const source = { kind: 'deposit', index: 5 } as const;
    const payment = { ...pays(network, {}), source };
    await expect(chain.build(payment, { taken: [], maxFee })).rejects.toThrow(InsufficientFunds);
    await pay({ to: chain.addresses.derive(xpub, 5), coin: payment.coin, amount: many(ownCoin(chain)) });
    await mine(1);
    const hot = await chain.balance(payment.coin, chain.hotAddress);
    await carryOut(network, payment);
    expect(await chain.balance(payment.coin, payment.to)).toBe(payment.amount);
    expect(await chain.balance(payment.coin, chain.hotAddress)).toBe(hot);
  });
}

function describeNode(open: Open): void {
  test.for(['down', 'silent', 'overloaded'] as const)('a node that is %s cannot be reached', async (mood, context) => {
    const { network, node } = await openWithNode(open, context);
    const calls = await callsOf(network);
    node.mood = mood;
    await Promise.all(calls.map((call) => expect(call()).rejects.toThrow(NodeUnreachable)));
    node.mood = 'well';
    for (const call of calls) await call();
  });

  test.for(['garbage', 'endless'] as const)('a node whose responses are %s is at fault', async (mood, context) => {
    const { network, node } = await openWithNode(open, context);
    const calls = await callsOf(network);
    node.mood = mood;
    for (const call of calls) await expect(call()).rejects.toThrow(NodeFault);
    node.mood = 'well';
    for (const call of calls) await call();
  });

  test('a node that contradicts itself, or belongs to another network, is at fault', async (context) => {
    const { network, node } = await openWithNode(open, context);
    const { chain, mine, pay } = network;
    for (const coin of chain.coins) await pay({ to: chain.hotAddress, coin: coin.coin, amount: some(coin) });
    await mine(1);
    const { height } = await chain.head();
    const lies = Object.entries(network.lies ?? {});
    expect(lies).not.toEqual([]);
    for (const [what, lie] of lies) {
      node.lie = lie;
      expect(await faultOf(network.freshChain(), height), what).toBeInstanceOf(NodeFault);
    }
    node.lie = undefined;
    expect(await faultOf(network.freshChain(), height)).toBeUndefined();
  });

  test('a node that is behind is not reported as faulty', async (context) => {
    const { chain, mine, rewind } = await open();
    if (rewind === undefined) return context.skip('the node cannot lose blocks');
    await mine(4);
    const head = await chain.head();
    const older = await blockAt(chain, head.height - 2);
    await rewind(2);
    expect(await chain.head()).toEqual({ height: older.height, hash: older.hash });
    expect(await chain.block(head.height, () => true)).toBeUndefined();
    expect((await blockAt(chain, older.height)).hash).toBe(older.hash);
  });
}

async function openWithNode(open: Open, context: TestContext): Promise<{ network: TestNetwork; node: NodeProxy }> {
  const network = await open();
  return { network, node: network.node ?? context.skip('the chain reads no node') };
}

/** Every call that queries the node. All of them succeed while the node works. */
async function callsOf(network: TestNetwork): Promise<(() => Promise<unknown>)[]> {
  const { chain, maxFee } = network;
  const txids = await fund(network, 2);
  const { height } = await chain.head();
  const payment = pays(network, {});
  const ready = await signed(network, await chain.build(payment, { taken: [], maxFee }));
  return [
    () => chain.head(),
    () => chain.block(height, () => true),
    () => chain.hashAt(height),
    () => chain.transaction(txids[0] ?? ''),
    () => chain.balance(payment.coin, chain.hotAddress),
    () => chain.build(payment, { taken: [], maxFee }),
    () => chain.broadcast(ready),
  ];
}

/** The error thrown when the head and the block at this height are read. */
async function faultOf(chain: Chain, height: number): Promise<unknown> {
  try {
    await chain.head();
    await chain.block(height, () => true);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The network's native coin, in which fees are paid. */
function ownCoin(chain: Chain): ChainCoin {
  const found = chain.coins.find(({ contract }) => contract === undefined);
  if (found === undefined) throw new Error(`${chain.network} has no coin of its own`);
  return found;
}

/** A hundredth of a coin. */
function some({ decimals }: ChainCoin): bigint {
  return 10n ** BigInt(decimals) / 100n;
}

/** An amount that is large enough to pay fees from. */
function many({ decimals }: ChainCoin): bigint {
  return 100n * 10n ** BigInt(decimals);
}

/** Pays 100 of each coin to the hot wallet, `times` times, in a block each time. Returns the txids. */
async function fund({ chain, pay, mine }: TestNetwork, times: number): Promise<string[]> {
  const txids: string[] = [];
  for (let time = 0; time < times; time++) {
    for (const coin of chain.coins) {
      txids.push(await pay({ to: chain.hotAddress, coin: coin.coin, amount: many(coin) }));
    }
    await mine(1);
  }
  return txids;
}

/** By default, a payment of a hundredth of the network's native coin from the hot wallet to an outsider. */
function pays(
  { chain, outsider }: TestNetwork,
  wanted: { readonly coin?: ChainCoin; readonly to?: string; readonly amount?: bigint },
): Payment {
  const coin = wanted.coin ?? ownCoin(chain);
  const amount = wanted.amount ?? some(coin);
  return { id: 'withdrawal:1', source: { kind: 'hot' }, coin: coin.coin, to: wanted.to ?? outsider(9), amount };
}

async function signed(network: TestNetwork, unsigned: UnsignedTransaction): Promise<SignedTransaction> {
  return await network.signer.sign(unsigned, network.keys);
}

/** Builds, signs and sends the movement, and mines a block that includes it. */
async function carryOut(network: TestNetwork, movement: Movement): Promise<void> {
  const { chain, mine, maxFee } = network;
  const unsigned = await chain.build({ ...movement, id: 'sweep:1' }, { taken: [], maxFee });
  const { txid, bytes } = await signed(network, unsigned);
  await chain.broadcast({ txid, bytes });
  await mine(1);
  expect(await chain.transaction(txid)).toMatchObject({ kind: 'included', succeeded: true });
}

async function blockAt(chain: Chain, height: number, isOurs: (address: string) => boolean = () => false) {
  const block = await chain.block(height, isOurs);
  if (block === undefined) throw new Error(`there is no block ${height}`);
  return block;
}

async function blocksFrom(chain: Chain, height: number): Promise<ChainBlock[]> {
  const { height: last } = await chain.head();
  return await Promise.all(Array.from({ length: last - height + 1 }, (_, index) => blockAt(chain, height + index)));
}

/** All transfers to these addresses in the blocks from this height up to the head. */
async function transfersTo(chain: Chain, addresses: readonly string[], height: number): Promise<ChainTransfer[]> {
  const { height: last } = await chain.head();
  const found: ChainTransfer[] = [];
  for (let at = height; at <= last; at++) {
    found.push(...(await blockAt(chain, at, (address) => addresses.includes(address))).transfers);
  }
  return found;
}
