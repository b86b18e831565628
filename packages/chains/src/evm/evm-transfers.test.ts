import { describe, expect, onTestFinished, test } from 'vitest';
import { type EvmTestNetwork, openEvmNetwork } from '../../test/evm-test-network.ts';
import type { Lie } from '../../test/node-proxy.ts';
import type { ChainBlock, ChainTransfer } from '../chain.ts';
import { NodeFault } from '../chain-errors.ts';
import type { EvmChain, EvmSettings } from './evm-chain.ts';

const WEI = 1_000_000n;

describe('coins that contracts send within a transaction', () => {
  test.for(['debug', 'parity'] as const)('are found by traces (%s), each at its place', async (traces) => {
    const network = await open({ traces });
    const [first, second] = ours(network);
    const once = await network.call('Forwarder', 'forward', [first], { value: WEI });
    const nested = await network.call('Forwarder', 'forwardNested', [first, second], { value: WEI });
    await network.mine(1);
    const from = network.contracts.Forwarder;
    expect(await found(network)).toEqual([
      { txid: once, output: 'internal:0', coin: 'ETH', from, to: first, amount: WEI },
      { txid: nested, output: 'internal:0', coin: 'ETH', from, to: first, amount: WEI / 2n },
      { txid: nested, output: 'internal:1.0', coin: 'ETH', from, to: second, amount: WEI / 2n },
    ]);
  });

  test.for(['debug', 'parity'] as const)('count when a contract self-destructs to us (%s)', async (traces) => {
    const network = await open({ traces });
    const [heir] = ours(network);
    const txid = await network.call('Forwarder', 'bequeath', [heir], { value: WEI });
    await network.mine(1);
    expect(await found(network)).toMatchObject([{ txid, coin: 'ETH', to: heir, amount: WEI }]);
    expect(await network.chain.balance('ETH', heir)).toBe(WEI);
  });

  test.for(['debug', 'parity'] as const)('do not count if reverted, or in a delegate call (%s)', async (traces) => {
    const network = await open({ traces });
    const [to] = ours(network);
    const undone = await network.call('Forwarder', 'forwardUndone', [to], { value: WEI });
    const failed = await network.call('Forwarder', 'forwardAndFail', [to], { value: WEI });
    // A delegate call to one of our addresses has a value, but moves nothing.
    const named = await network.call('Forwarder', 'delegate', [to], { value: WEI });
    await network.mine(1);
    expect(await network.chain.transaction(undone)).toMatchObject({ succeeded: true });
    expect(await network.chain.transaction(failed)).toMatchObject({ succeeded: false });
    expect(await network.chain.transaction(named)).toMatchObject({ succeeded: true });
    expect(await found(network)).toEqual([]);
    expect(await network.chain.balance('ETH', to)).toBe(0n);
  });

  test('are not found if the node traces nothing; all other transfers are found', async () => {
    const network = await open({ traces: 'none' });
    const [to] = ours(network);
    await network.call('Forwarder', 'forward', [to], { value: WEI });
    const direct = await network.pay({ to, coin: 'ETH', amount: WEI });
    await network.mine(1);
    expect(await found(network)).toMatchObject([{ txid: direct, output: 'native' }]);
  });
});

describe('a transaction that the node cannot trace', () => {
  test.for(['debug', 'parity'] as const)('is reported, and delays nothing else (%s)', async (traces) => {
    const network = await open({ traces });
    const [first, second] = ours(network);
    const heavy = await network.call('Forwarder', 'forward', [first], { value: WEI });
    const light = await network.call('Forwarder', 'forward', [second], { value: WEI });
    const plain = await network.pay({ to: first, coin: 'ETH', amount: WEI });
    await network.mine(1);
    const readings = [
      (answer: string) => `${answer}${' '.repeat(9 * 1024 * 1024)}`,
      (_: string, id: number) =>
        JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'execution timeout' } }),
    ];
    for (const instead of readings) {
      network.node.lie = (answer, { body }) => {
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        const isOfBlock = ['debug_traceBlockByHash', 'trace_block'].includes(method);
        const isOfHeavy = ['debug_traceTransaction', 'trace_transaction'].includes(method) && body.includes(heavy);
        return isOfBlock || isOfHeavy ? instead(answer, id) : answer;
      };
      const block = await newest(network);
      expect(block?.unread).toEqual([heavy]);
      expect(block?.transfers.map(({ txid, output }) => [txid, output])).toEqual([
        [light, 'internal:0'],
        [plain, 'native'],
      ]);
    }
  });

  test('is identified by its index in the block if the node traces the block but gives up on the transaction', async () => {
    const network = await open({ traces: 'debug' });
    const [to] = ours(network);
    const txids: string[] = [];
    for (const value of [1n, 2n, 3n]) txids.push(await network.call('Forwarder', 'forward', [to], { value }));
    await network.mine(1);
    network.node.lie = (answer, { body }) => {
      if (!body.includes('debug_traceBlockByHash')) return answer;
      const { result, ...rest } = JSON.parse(answer) as { result: { txHash: string }[] };
      const traces = result.map((trace, index) =>
        index === 1 ? { txHash: trace.txHash, error: 'execution timeout' } : trace,
      );
      return JSON.stringify({ ...rest, result: traces });
    };
    const block = await newest(network);
    expect(block?.unread).toEqual([txids[1]]);
    expect(block?.transfers.map(({ txid }) => txid)).toEqual([txids[0], txids[2]]);
  });

  test('is a fault of the node if it cannot trace at all', async () => {
    const network = await open({ traces: 'debug' });
    await network.pay({ to: ours(network)[0], coin: 'ETH', amount: WEI });
    await network.mine(1);
    network.node.lie = withoutMethod('debug_traceBlockByHash');
    await expect(newest(network)).rejects.toThrow(NodeFault);
  });
});

describe('tokens', () => {
  test('that deduct a fee are reported with the amount that reaches us', async () => {
    const network = await open({}, ['FeeToken']);
    const [to] = ours(network);
    const txid = await network.pay({ to, coin: 'FeeToken', amount: 1_000n });
    await network.mine(1);
    expect(await found(network)).toMatchObject([{ txid, output: 'log:1', coin: 'FeeToken', to, amount: 990n }]);
    expect(await network.chain.balance('FeeToken', to)).toBe(990n);
  });

  test('are found only in the logs of their own contracts', async () => {
    const network = await open();
    const [to] = ours(network);
    await network.call('FakeLogs', 'transfer', [to, 5n]);
    await network.call('PlainToken', 'transfer', [to, 7n]);
    await network.mine(1);
    expect((await found(network)).map(({ coin, amount }) => [coin, amount])).toEqual([['USDC', 7n]]);
  });

  test('are not found in events that only look like transfers', async () => {
    const network = await open({}, ['OddToken']);
    const [to] = ours(network);
    for (const name of ['emitNft', 'emitLong', 'emitWide']) await network.call('OddToken', name, [to, 5n]);
    const txid = await network.call('OddToken', 'transfer', [to, 7n]);
    await network.mine(1);
    expect(await found(network)).toMatchObject([{ txid, coin: 'OddToken', amount: 7n }]);
  });

  test('that return false have moved nothing', async () => {
    const network = await open({}, ['FalseToken']);
    const [to] = ours(network);
    await network.call('FalseToken', 'close', []);
    const txid = await network.pay({ to, coin: 'FalseToken', amount: 5n });
    await network.mine(1);
    expect(await found(network)).toEqual([]);
    expect(await network.chain.transaction(txid)).toMatchObject({ kind: 'included', succeeded: false });
  });

  test('have the same output id wherever their transaction is in the block', async () => {
    const network = await open();
    const { chain, mine, forkBack, resend, call, contracts } = network;
    const [first, second] = ours(network);
    await network.pay({ to: contracts.BatchSender ?? '', coin: 'USDC', amount: 100n });
    await mine(1);
    const at = (await chain.head()).height + 1;
    const payments = [contracts.PlainToken, [first, second], [1n, 2n]];
    const txid = await call('BatchSender', 'payTokens', payments, { outsider: 1 });
    await mine(1);
    const alone = await found(network, chain, at);
    expect(alone.map(({ output }) => output)).toEqual(['log:0', 'log:1']);
    await forkBack(1);
    const before = await call('PlainToken', 'transfer', [first, 9n], { tip: 50_000_000_000n });
    await resend(txid);
    await mine(1);
    const [front, ...behind] = await found(network);
    expect(front?.txid).toBe(before);
    expect(behind).toEqual(alone);
  });
});

test('coins sent to one of our addresses whose code refuses them are not found', async () => {
  const network = await open();
  const [to] = ours(network);
  // PUSH0 PUSH0 REVERT: code that the key's holder can set for the address (EIP-7702).
  await network.anvil.rpc('anvil_setCode', [to, '0x5f5ffd']);
  const txid = await network.pay({ to, coin: 'ETH', amount: WEI });
  await network.mine(1);
  expect(await network.chain.transaction(txid)).toMatchObject({ kind: 'included', succeeded: false });
  expect(await found(network)).toEqual([]);
});

test('a receipt from a replaced block that a node still has is not used', async () => {
  const network = await open();
  const txid = await network.pay({ to: ours(network)[0], coin: 'ETH', amount: WEI });
  await network.mine(1);
  expect(await network.chain.transaction(txid)).toMatchObject({ kind: 'included' });
  network.node.lie = (answer, { body }) => {
    if (!body.includes('eth_getTransactionReceipt')) return answer;
    return answer.replace(/"blockHash":"0x\w+"/, `"blockHash":"0x${'ab'.repeat(32)}"`);
  };
  expect(await network.chain.transaction(txid)).toEqual({ kind: 'waiting' });
});

test('the hash returned for a height is that of the block at this height', async () => {
  const { chain, node, mine } = await open();
  await mine(2);
  const { height, hash } = await chain.head();
  expect(await chain.hashAt(height)).toBe(hash);
  node.lie = (answer, { body }) =>
    body.includes('eth_getBlockByNumber') ? answer.replace(/"number":"0x\w+"/, '"number":"0x1"') : answer;
  await expect(chain.hashAt(height)).rejects.toThrow(NodeFault);
});

describe('a node without eth_getBlockReceipts', () => {
  test('is queried for logs and for single receipts, with the same result', async () => {
    const network = await open({ traces: 'debug' });
    const [first, second] = ours(network);
    await network.pay({ to: first, coin: 'ETH', amount: WEI });
    await network.pay({ to: network.outsider(3), coin: 'USDT', amount: 4n });
    await network.pay({ to: second, coin: 'USDC', amount: 5n });
    await network.call('FakeLogs', 'transfer', [first, 5n]);
    await network.call('Forwarder', 'forward', [second], { value: WEI });
    await network.call('Forwarder', 'forwardAndFail', [second], { value: WEI });
    await network.payFailing?.({ to: first, coin: 'USDC', amount: 6n });
    await network.mine(1);
    const whole = await found(network);
    expect(whole.map(({ output }) => output)).toEqual(['native', 'log:0', 'internal:0']);
    network.node.lie = withoutMethod('eth_getBlockReceipts');
    expect(await found(network, network.chainWith({}))).toEqual(whole);
    // The receipts are also read one by one if the response with all of a block's receipts is too large.
    network.node.lie = (answer, { body }) =>
      body.includes('eth_getBlockReceipts') ? `${answer}${' '.repeat(9 * 1024 * 1024)}` : answer;
    expect(await found(network)).toEqual(whole);
  });
});

/** Responds like a node without this method. */
function withoutMethod(method: string): Lie {
  return (answer, { body }) => {
    const asked = JSON.parse(body) as { id: number; method: string };
    if (asked.method !== method) return answer;
    const error = { code: -32601, message: `the method ${method} does not exist/is not available` };
    return JSON.stringify({ jsonrpc: '2.0', id: asked.id, error });
  };
}

async function open(settings: Partial<EvmSettings> = {}, listed: readonly string[] = []): Promise<EvmTestNetwork> {
  const network = await openEvmNetwork(settings, listed);
  onTestFinished(() => network.close());
  return network;
}

function ours({ chain, xpub }: EvmTestNetwork): [string, string] {
  return [chain.addresses.derive(xpub, 0), chain.addresses.derive(xpub, 1)];
}

async function newest(network: EvmTestNetwork): Promise<ChainBlock | undefined> {
  const { height } = await network.chain.head();
  return await network.chain.block(height, (address) => ours(network).includes(address));
}

/** The movements to our first two addresses in the newest block, or in the block at this height. */
async function found(
  network: EvmTestNetwork,
  chain: Pick<EvmChain, 'block' | 'head'> = network.chain,
  height?: number,
): Promise<readonly ChainTransfer[]> {
  const at = height ?? (await chain.head()).height;
  const block = await chain.block(at, (address) => ours(network).includes(address));
  return block?.transfers ?? [];
}
