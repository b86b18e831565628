import {
  BitcoinChain,
  BitcoindNode,
  bitcoinNetworks,
  type Chain,
  type ChainCoin,
  EsploraNode,
  EvmChain,
  type Network,
  type SimulatedChain,
  TronChain,
} from '@vitrine/chains';
import type pg from 'pg';
import type { NetworkSetUp } from '../custody/custody.ts';
import { openSimulatedNetworks } from '../sandbox/simulated-networks.ts';
import { addressFormats, type NetworkSettings } from './network-settings.ts';
import type { Settings } from './settings.ts';

export interface OpenedNetworks {
  readonly setUps: readonly NetworkSetUp[];
  /** Those that are simulated. */
  readonly simulated: readonly SimulatedChain[];
}

/** What each network counts its own coin in, as its documents have it. */
const ownCoins: Readonly<Record<Network, ChainCoin>> = {
  ERC20: { coin: 'ETH', decimals: 18 },
  BEP20: { coin: 'BNB', decimals: 18 },
  TRC20: { coin: 'TRX', decimals: 6 },
  BTC: { coin: 'BTC', decimals: 8 },
};

/** The networks of the settings; in a sandbox that names none the simulated ones. */
export async function openNetworks({ networks }: Settings, pool: pg.Pool): Promise<OpenedNetworks> {
  if (networks !== undefined) return { setUps: networks.map(realNetwork), simulated: [] };
  const setUps = await openSimulatedNetworks(pool, addressFormats, Date.now);
  return { setUps, simulated: setUps.map(({ chain }) => chain) };
}

function realNetwork(settings: NetworkSettings): NetworkSetUp {
  const { xpub, startHeight, pollMs } = settings;
  return { chain: chainOf(settings), xpub, startHeight, pollMs };
}

function chainOf(settings: NetworkSettings): Chain {
  const { network, nodeUrl, nodeAuthorization, tokens, hotAddress, xpub, chainId, traces, genesisHash, nodeKind } =
    settings;
  const headers = nodeAuthorization === undefined ? {} : { authorization: nodeAuthorization };
  const common = { network, node: { url: nodeUrl, headers }, coins: [...tokens, ownCoins[network]], hotAddress, xpub };
  switch (network) {
    case 'ERC20':
      return new EvmChain({ ...common, chainId, traces, feeStyle: 'eip1559' });
    case 'BEP20':
      return new EvmChain({ ...common, chainId, traces, feeStyle: 'legacy' });
    case 'TRC20': {
      // TronGrid asks for its key by another header than others do.
      const keys = nodeAuthorization === undefined ? {} : { 'TRON-PRO-API-KEY': nodeAuthorization };
      return new TronChain({ ...common, node: { url: nodeUrl, headers: { ...headers, ...keys } }, genesisHash });
    }
    case 'BTC': {
      const node = nodeKind === 'esplora' ? new EsploraNode(common.node) : new BitcoindNode(common.node);
      return new BitcoinChain({ network: bitcoinNetworks[settings.bitcoin], node, hotAddress, xpub });
    }
  }
}
