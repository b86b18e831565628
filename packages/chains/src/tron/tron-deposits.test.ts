import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressAsWord, word } from '../../test/tron-ledger.ts';
import { contracts, openTronNetwork, type TronTestNetwork } from '../../test/tron-network.ts';
import type { ChainTransfer } from '../chain.ts';
import { NodeFault } from '../chain-errors.ts';
import { encodeTransferCall } from './trc20.ts';
import { TronChain } from './tron-chain.ts';

type Json = { [field: string]: unknown };

async function open(): Promise<TronTestNetwork & { readonly ours: string }> {
  const network = await openTronNetwork();
  onTestFinished(() => network.close());
  return { ...network, ours: network.chain.addresses.derive(network.xpub, 0) };
}

async function newest({
  chain,
  ours,
}: {
  chain: TronTestNetwork['chain'];
  ours: string;
}): Promise<readonly ChainTransfer[]> {
  const { height } = await chain.head();
  return (await chain.block(height, (address) => address === ours))?.transfers ?? [];
}

test('a deposit of TRX with a memo is found', async () => {
  const network = await open();
  const txid = network.send({ to: network.ours, sun: 7_000_000n, memo: 'for the exchange' });
  await network.mine(1);
  const from = network.outsider(0);
  const transfer = { txid, output: 'native', coin: 'TRX', to: network.ours, from, amount: 7_000_000n };
  expect(await newest(network)).toEqual([transfer]);
});

test('a token deposit with the prefix included in the address, as some wallets do, is found', async () => {
  const network = await open();
  const data = encodeTransferCall(network.ours, 3_000_000n);
  data[15] = 0x41;
  const txid = network.send({ contract: contracts.usdt, data });
  await network.mine(1);
  expect(await newest(network)).toMatchObject([{ txid, coin: 'USDT', to: network.ours, amount: 3_000_000n }]);
});

test('a payout by a contract is identified by its index among all logs of the transaction', async () => {
  const network = await open();
  const words = [contracts.unlisted, contracts.usdt, contracts.usdc].flatMap((contract) => [
    addressAsWord(contract),
    addressAsWord(network.ours),
    word(5n),
  ]);
  const txid = network.send({ contract: contracts.batch, data: hexToBytes(`c73a2d60${words.join('')}`) });
  await network.mine(1);
  const rest = { txid, to: network.ours, from: network.outsider(0), amount: 5n };
  expect(await newest(network)).toEqual([
    { ...rest, output: 'log:1', coin: 'USDT' },
    { ...rest, output: 'log:2', coin: 'USDC' },
  ]);
});

test('a contract that only imitates Tether’s logs is ignored', async () => {
  const network = await open();
  network.send({ contract: contracts.unlisted, data: encodeTransferCall(network.ours, 10n ** 12n) });
  await network.mine(1);
  expect(await newest(network)).toEqual([]);
});

describe('a node that reports a false deposit', () => {
  /** Applies this change to every result that the node returns for a block. */
  const withResult = (network: TronTestNetwork, change: (result: Json) => Json): void => {
    network.node.lie = (answer, { path }) =>
      path.endsWith('gettransactioninfobyblocknum')
        ? JSON.stringify((JSON.parse(answer) as Json[]).map((result) => change(result)))
        : answer;
  };
  const transferLog = (to: string): Json => ({
    address: '',
    topics: [
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      addressAsWord(contracts.usdt),
      addressAsWord(to),
    ],
    data: word(10n ** 12n),
  });
  const usdtLog = (network: TronTestNetwork, to: string): Json => {
    const address = addressAsWord(contracts.usdt).slice(24);
    expect(network.chain.coins.some(({ contract }) => contract === contracts.usdt)).toBe(true);
    return { ...transferLog(to), address };
  };

  test('logs of failed transactions are ignored', async () => {
    const network = await open();
    network.send({ contract: contracts.refuser });
    await network.mine(1);
    withResult(network, (result) => ({ ...result, log: [usdtLog(network, network.ours)] }));
    expect(await newest(network)).toEqual([]);
  });

  test('logs of a transaction without a success result are ignored', async () => {
    const network = await open();
    network.send({ contract: contracts.usdt, data: encodeTransferCall(network.ours, 5n) });
    await network.mine(1);
    expect(await newest(network)).toHaveLength(1);
    withResult(network, (result) => ({ ...result, receipt: {} }));
    expect(await newest(network)).toEqual([]);
  });

  test('a result of success that contradicts the block is a fault', async () => {
    const network = await open();
    network.send({ contract: contracts.refuser });
    await network.mine(1);
    withResult(network, ({ result: _, ...rest }) => ({
      ...rest,
      receipt: { result: 'SUCCESS' },
      log: [usdtLog(network, network.ours)],
    }));
    await expect(newest(network)).rejects.toThrow(NodeFault);
  });

  test.each<[string, (log: Json) => Json]>([
    ['no address', ({ address: _, ...log }) => log],
    ['an address that is too long', (log) => ({ ...log, address: `41${log.address}` })],
    ['a truncated topic', (log) => ({ ...log, topics: ['dd'] })],
    ['topics that are not a list', (log) => ({ ...log, topics: 'none' })],
    ['data that is not hexadecimal', (log) => ({ ...log, data: 'xyz' })],
  ])('a log with %s is a fault', async (_, change) => {
    const network = await open();
    network.send({ contract: contracts.usdt, data: encodeTransferCall(network.ours, 5n) });
    await network.mine(1);
    withResult(network, (result) => ({ ...result, log: [change(usdtLog(network, network.ours))] }));
    await expect(newest(network)).rejects.toThrow(NodeFault);
  });

  test.each<[string, (log: Json) => Json]>([
    ['another event', (log) => ({ ...log, topics: [word(1n), ...(log.topics as string[]).slice(1)] })],
    [
      'the amount as an additional topic',
      (log) => ({ ...log, topics: [...(log.topics as string[]), word(5n)], data: '' }),
    ],
    ['an additional topic', (log) => ({ ...log, topics: [...(log.topics as string[]), word(5n)] })],
    ['data longer than an amount', (log) => ({ ...log, data: word(5n) + word(5n) })],
    ['no topics', ({ topics: _, ...log }) => log],
  ])('a log with %s is not a transfer', async (_, change) => {
    const network = await open();
    network.send({ contract: contracts.usdt, data: encodeTransferCall(network.ours, 5n) });
    await network.mine(1);
    withResult(network, (result) => ({ ...result, log: [change(usdtLog(network, network.ours))] }));
    expect(await newest(network)).toEqual([]);
  });
});

describe('a node that returns something other than requested', () => {
  test.each<[string, string, (answer: Json) => Json]>([
    ['another account', 'getaccount', (answer) => ({ ...answer, address: `41${'ab'.repeat(20)}` })],
    ['a balance below zero', 'getaccount', (answer) => ({ ...answer, balance: -1 })],
    ['a balance that is not a number', 'getaccount', (answer) => ({ ...answer, balance: '5' })],
  ])('is at fault if it returns %s', async (_, method, change) => {
    const network = await open();
    network.node.lie = (answer, { path }) =>
      path.endsWith(method) ? JSON.stringify(change(JSON.parse(answer) as Json)) : answer;
    await expect(network.chain.balance('TRX', network.outsider(0))).rejects.toThrow(NodeFault);
  });

  test.each<[string, Json]>([
    ['a number that is too short', { result: { result: true }, constant_result: ['01'] }],
    ['no result', { result: { result: true } }],
    [
      'an error saying that it does not execute calls',
      { result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'this node does not support constant' } },
    ],
    [
      'an error saying that the token refuses the call',
      { result: { result: true }, constant_result: [''], transaction: { ret: [{ ret: 'FAILED' }] } },
    ],
  ])('is at fault if, for a token’s balance, it returns %s', async (_, answer) => {
    const network = await open();
    network.node.lie = (original, { path }) =>
      path.endsWith('triggerconstantcontract') ? JSON.stringify(answer) : original;
    await expect(network.chain.balance('USDT', network.outsider(0))).rejects.toThrow(NodeFault);
  });

  test('is at fault if it returns another transaction or a block without it', async () => {
    const network = await open();
    const [one, other] = [network.send({ to: network.ours, sun: 1n }), network.send({ to: network.ours, sun: 2n })];
    await network.mine(2);
    const answers = [
      (answer: string) => answer.replace(one, other),
      (answer: string) => answer.replace('"blockNumber":1', '"blockNumber":2'),
      (answer: string) => answer.replace('"blockNumber":1', '"blockNumber":77'),
    ];
    for (const change of answers) {
      network.node.lie = (answer, { path }) => (path.endsWith('gettransactioninfobyid') ? change(answer) : answer);
      await expect(network.chain.transaction(one)).rejects.toThrow(NodeFault);
    }
    network.node.lie = undefined;
    const waiting = network.send({ to: network.ours, sun: 3n });
    network.node.lie = (answer) => answer.replace(`"txID":"${waiting}"`, `"txID":"${one}"`);
    await expect(network.chain.transaction(waiting)).rejects.toThrow(NodeFault);
  });
});

test('a node that denies us access is at fault', async () => {
  const { chain, xpub, standIn } = await open();
  const server = createServer((_, response) => response.writeHead(403).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { genesisHash: standIn.genesisHash, hotAddress: chain.hotAddress, xpub };
  const shut = new TronChain({ ...settings, node: { url }, coins: [{ coin: 'TRX', decimals: 6 }] });
  await expect(shut.balance('TRX', chain.hotAddress)).rejects.toThrow('HTTP 403');
  await expect(shut.balance('TRX', chain.hotAddress)).rejects.toThrow(NodeFault);
});

test('creating a chain without TRX among its coins, or with an invalid address, fails', async () => {
  const { chain, xpub, standIn } = await open();
  const [trx, usdt] = [
    { coin: 'TRX', decimals: 6 },
    { coin: 'USDT', decimals: 6, contract: contracts.usdt },
  ];
  const settings = { node: { url: standIn.url }, genesisHash: standIn.genesisHash, hotAddress: chain.hotAddress, xpub };
  expect(() => new TronChain({ ...settings, coins: [usdt] })).toThrow(RangeError);
  expect(() => new TronChain({ ...settings, coins: [trx], hotAddress: 'T' })).toThrow(RangeError);
  expect(() => new TronChain({ ...settings, coins: [trx, { ...usdt, contract: '0x00' }] })).toThrow(RangeError);
});
