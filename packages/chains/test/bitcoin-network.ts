import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { BitcoinAddresses } from '../src/bitcoin/bitcoin-addresses.ts';
import { BitcoinChain } from '../src/bitcoin/bitcoin-chain.ts';
import { bitcoinNetworks } from '../src/bitcoin/bitcoin-network.ts';
import type { BitcoinNode } from '../src/bitcoin/bitcoin-node.ts';
import { BitcoinSigner } from '../src/bitcoin/bitcoin-signer.ts';
import { BitcoindNode } from '../src/bitcoin/bitcoind-node.ts';
import { EsploraNode } from '../src/bitcoin/esplora-node.ts';
import { accountPath, keyPath } from '../src/key-paths.ts';
import { SeedKeys } from '../src/seed-keys.ts';
import { lieByEsplora, lieByRpc, liesAbout } from './bitcoin/lies.ts';
import { outsiders } from './bitcoin/outsiders.ts';
import type { RegtestBlock } from './bitcoin/regtest-block.ts';
import { RegtestNode } from './bitcoin/regtest-node.ts';
import { type BitcoinNodeServer, openBitcoinNode } from './bitcoin-node.ts';
import { openNodeProxy } from './node-proxy.ts';
import type { TestNetwork } from './test-network.ts';

export type NodeKind = 'bitcoind' | 'Esplora';

export interface BitcoinTestNetwork extends TestNetwork {
  readonly chain: BitcoinChain;
  readonly server: BitcoinNodeServer;
  /** An outsider sends the bytes of a transaction. Returns the txid. */
  send(hex: string): string;
}

const regtest = bitcoinNetworks.regtest;
/** A response that is too long reaches the size limit well before the timeout, even on a busy machine. */
const limits = { timeoutMs: 3_000, maxResponseBytes: 8 * 1024 * 1024 } as const;
const lieBy = { bitcoind: lieByRpc, Esplora: lieByEsplora };

/**
 * Enough blocks for outsiders to have a few thousand spendable bitcoins. All tests share them, because mining takes a
 * while.
 */
function beginning(): readonly RegtestBlock[] {
  if (begun.length === 0) {
    const node = new RegtestNode(outsiders.script);
    node.mine(180);
    begun = node.blocks;
  }
  return begun;
}

let begun: readonly RegtestBlock[] = [];

/** @param spendAfter the number of confirmations that an output from others needs before our wallet spends it */
export async function openBitcoinNetwork(kind: NodeKind, spendAfter = 1): Promise<BitcoinTestNetwork> {
  const server = await openBitcoinNode(new RegtestNode(outsiders.script, beginning()));
  const proxy = await openNodeProxy(server.url);
  const keys = new SeedKeys(hexToBytes('07'.repeat(32)));
  const addresses = new BitcoinAddresses(regtest);
  const hotAddress = addresses.fromPublicKey(await keys.publicKey(keyPath('bitcoin', { kind: 'hot' })));
  const xpub = await keys.accountXpub(accountPath('bitcoin', 'deposit'));
  const { headers } = server;
  const nodes: Readonly<Record<NodeKind, () => BitcoinNode>> = {
    bitcoind: () => new BitcoindNode({ url: proxy.url, headers, ...limits, scanTimeoutMs: limits.timeoutMs }),
    Esplora: () => new EsploraNode({ url: `${proxy.url}/api`, ...limits }),
  };
  const freshChain = () => new BitcoinChain({ network: regtest, node: nodes[kind](), hotAddress, xpub, spendAfter });
  const send = (hex: string): string => {
    const sent = server.node.send(hex);
    if (typeof sent !== 'string') throw new Error(sent.message);
    return sent;
  };
  const payBatch = async (pays: readonly { to: string; amount: bigint }[]) =>
    send(outsiders.transactionFor(server.node, pays).hex);
  return {
    chain: freshChain(),
    signer: new BitcoinSigner(regtest),
    keys,
    xpub,
    maxFee: 100_000n,
    node: proxy,
    server,
    send,
    freshChain,
    outsider: (number) => addresses.derive(xpub, 1_000_000 + number),
    pay: (payment) => payBatch([payment]),
    payBatch,
    mine: async (count) => server.node.mine(count),
    forkBack: async (depth) => {
      server.node.drop(depth);
      server.node.mine(depth + 1);
    },
    rewind: async (depth) => server.node.drop(depth),
    resend: async (txid) => {
      const received = server.node.received(txid);
      if (received === undefined) throw new Error(`${txid} was never sent`);
      send(bytesToHex(received.bytes));
    },
    lies: Object.fromEntries(Object.entries(liesAbout(server.node)).map(([what, lie]) => [what, lieBy[kind](lie)])),
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
}
