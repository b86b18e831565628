import { expect, onTestFinished, test } from 'vitest';
import { type BitcoinTestNetwork, openBitcoinNetwork } from '../../test/bitcoin-network.ts';
import { NodeFault, NodeUnreachable } from '../chain-errors.ts';
import { BitcoinChain } from './bitcoin-chain.ts';
import { bitcoinNetworks } from './bitcoin-network.ts';
import { BitcoindNode } from './bitcoind-node.ts';

test('the node scans for an address’s outputs once, and its wallet tracks them from then on', async () => {
  const network = await openNetwork();
  const { chain, server, mine } = network;
  const payHot = () => network.pay({ to: chain.hotAddress, coin: 'BTC', amount: 1000n });
  await payHot();
  await mine(3);
  expect(await chain.balance('BTC', chain.hotAddress)).toBe(1000n);
  await payHot();
  await mine(1);
  expect(await chain.balance('BTC', chain.hotAddress)).toBe(2000n);
  // After a restart of the exchange, the node's wallet already has the address.
  expect(await network.freshChain().balance('BTC', chain.hotAddress)).toBe(2000n);
  expect(
    [...server.rpc.counts].filter(([method]) => /scantxoutset|createwallet|importdescriptors/.test(method)),
  ).toEqual([
    ['createwallet', 1],
    ['scantxoutset', 1],
    ['importdescriptors', 1],
  ]);
});

test('concurrent requests about an address’s outputs do not interfere', async () => {
  const { chain, outsider, server } = await openNetwork();
  const addresses = [1, 2, 1, 2].map(outsider);
  expect(await Promise.all(addresses.map((address) => chain.balance('BTC', address)))).toEqual([0n, 0n, 0n, 0n]);
  expect(server.rpc.counts.get('createwallet')).toBe(1);
  expect(server.rpc.counts.get('scantxoutset')).toBe(2);
});

test('a wallet that the node has closed is opened again', async () => {
  const { chain, server } = await openNetwork();
  await chain.balance('BTC', chain.hotAddress);
  server.rpc.unloadWallets();
  await expect(chain.balance('BTC', chain.hotAddress)).rejects.toThrow(NodeUnreachable);
  expect(await chain.balance('BTC', chain.hotAddress)).toBe(0n);
  expect(server.rpc.counts.get('createwallet')).toBe(1);
});

test('a user or password that the node refuses is reported as a fault', async () => {
  const { server, chain, xpub } = await openNetwork();
  const node = new BitcoindNode({ url: server.url, headers: { authorization: 'Basic b3RoZXI=' } });
  const { hotAddress } = chain;
  const refused = new BitcoinChain({ network: bitcoinNetworks.regtest, node, hotAddress, xpub });
  await expect(refused.head()).rejects.toThrow(NodeFault);
});

test('a node without a transaction index is at fault: it reports every confirmed transaction as unknown', async () => {
  const network = await openNetwork();
  sayInstead(network, 'getrawtransaction', {
    code: -5,
    message:
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
  });
  await expect(network.chain.transaction('00'.repeat(32))).rejects.toThrow('-txindex');
  sayInstead(network, 'nothing', {});
  expect(await network.chain.transaction('00'.repeat(32))).toEqual({ kind: 'unknown' });
});

test('a node that is starting up counts as unreachable', async () => {
  const network = await openNetwork();
  sayInstead(network, 'getblockchaininfo', { code: -28, message: 'Verifying blocks…' });
  await expect(network.chain.head()).rejects.toThrow(NodeUnreachable);
});

test('a node’s rate limit is not a refusal of a payment', async () => {
  const network = await openNetwork();
  const { chain, pay, mine, signer, keys } = network;
  await pay({ to: chain.hotAddress, coin: 'BTC', amount: 100_000n });
  await mine(1);
  const payment = {
    id: 'withdrawal:1',
    source: { kind: 'hot' },
    coin: 'BTC',
    to: network.outsider(1),
    amount: 50_000n,
  } as const;
  const signed = await signer.sign(await chain.build(payment, { taken: [], maxFee: network.maxFee }), keys);
  for (const message of ['15/second request limit reached', 'Too many requests']) {
    sayInstead(network, 'sendrawtransaction', { code: -32007, message });
    await expect(chain.broadcast(signed)).rejects.toThrow(NodeUnreachable);
  }
  sayInstead(network, 'nothing', {});
  await chain.broadcast(signed);
});

test('a transaction whose block has left the main chain counts as not included, even if the index has it', async () => {
  const { chain, node, pay, mine } = await openNetwork();
  const txid = await pay({ to: chain.hotAddress, coin: 'BTC', amount: 1000n });
  await mine(1);
  expect((await chain.transaction(txid)).kind).toBe('included');
  if (node === undefined) throw new Error('the test network has no proxy in front of its node');
  node.lie = (answer, { body }) =>
    body.includes('getblockheader') ? answer.replace('"confirmations":1', '"confirmations":-1') : answer;
  expect(await chain.transaction(txid)).toEqual({ kind: 'unknown' });
});

test('blocks with less work than the network requires are a fault', async () => {
  const { server, chain, xpub } = await openNetwork();
  const { url, headers } = server;
  const network = { ...bitcoinNetworks.regtest, easiest: [{ fromHeight: 0, bits: 0x1d00ffff }] };
  const { hotAddress } = chain;
  const strict = new BitcoinChain({ network, node: new BitcoindNode({ url, headers }), hotAddress, xpub });
  await expect(strict.block(1, () => true)).rejects.toThrow('enough proof of work');
  expect((await chain.block(1, () => true))?.height).toBe(1);
});

async function openNetwork(): Promise<BitcoinTestNetwork> {
  const network = await openBitcoinNetwork('bitcoind');
  onTestFinished(() => network.close());
  return network;
}

/** From now on, the node responds to calls of this method with an error. */
function sayInstead({ node }: BitcoinTestNetwork, method: string, error: object): void {
  if (node === undefined) throw new Error('the test network has no proxy in front of its node');
  node.lie = (answer, { body }) => (body.includes(`"${method}"`) ? JSON.stringify({ result: null, error }) : answer);
}
