import { readFileSync } from 'node:fs';
import {
  BitcoinChain,
  BitcoindNode,
  bitcoinNetworks,
  type Chain,
  type ChainCoin,
  EsploraNode,
  EvmChain,
  type Network,
  SignerUnreachable,
  SigningClient,
  type SimulatedChain,
  TronChain,
  WitnessedChain,
} from '@vitrine/chains';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { parseUnits } from 'viem/utils';
import type { NetworkSetUp } from '../../custody/custody.ts';
import { SandboxSigner } from '../../sandbox/sandbox-signer.ts';
import { openSimulatedNetworks, sandboxSeed } from '../../sandbox/simulated-networks.ts';
import { StartError } from '../process/start-error.ts';
import { addressFormats, type NetworkSettings } from '../settings/network-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { checkSigner } from './check-signer.ts';

export interface OpenedNetworks {
  readonly setUps: readonly NetworkSetUp[];
  readonly signer: Pick<SigningClient, 'sign' | 'health'>;
  /** Stops the signer if it was started for these networks. */
  stop(): Promise<void>;
  /** The simulated networks; none if networks are configured. */
  readonly simulated: readonly SimulatedChain[];
}

const MINUTE_MS = 60_000;
/**
 * How long a network may have no new block before an alarm is raised. This is far longer than the block time: even
 * Bitcoin has no block for two hours only about once in three years.
 */
const silentAfterMs: Readonly<Record<Network, number>> = {
  ERC20: 10 * MINUTE_MS,
  BEP20: 10 * MINUTE_MS,
  TRC20: 10 * MINUTE_MS,
  BTC: 120 * MINUTE_MS,
};

/** Each network's native coin and its decimals, as documented. */
const ownCoins: Readonly<Record<Network, ChainCoin>> = {
  ERC20: { coin: 'ETH', decimals: 18 },
  BEP20: { coin: 'BNB', decimals: 18 },
  TRC20: { coin: 'TRX', decimals: 6 },
  BTC: { coin: 'BTC', decimals: 8 },
};

/**
 * The configured networks with their signer or, in a sandbox without configured networks, the simulated networks with
 * the sandbox’s own signer.
 */
export async function openNetworks(settings: Settings, pool: pg.Pool, log: FastifyBaseLogger): Promise<OpenedNetworks> {
  const { networks, dataDir } = settings;
  if (networks !== undefined) {
    const signer = await signerOf(settings, networks, log);
    return { setUps: networks.map(realNetwork), simulated: [], signer, stop: async () => {} };
  }
  const setUps = await openSimulatedNetworks(pool, addressFormats, Date.now);
  const signer = new SandboxSigner({ dataDir, seed: () => sandboxSeed(pool) });
  return { setUps, simulated: setUps.map(({ chain }) => chain), signer, stop: () => signer.stop() };
}

/** The configured signer or, if none is configured (as on a follower), a substitute that is never reachable. */
async function signerOf(
  { signer }: Settings,
  networks: readonly NetworkSettings[],
  log: FastifyBaseLogger,
): Promise<Pick<SigningClient, 'sign' | 'health'>> {
  if (signer === undefined) {
    const away = () => Promise.reject(new SignerUnreachable('no signer is configured (SIGNER_URL)'));
    return { sign: away, health: away };
  }
  const { url, secret, caFile } = signer;
  const client = new SigningClient({ url, secret, ...(caFile === undefined ? {} : { ca: certificate(caFile) }) });
  await checkSigner(client, networks, log);
  return client;
}

function certificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`The certificate in SIGNER_CA cannot be read: ${(error as Error).message}`);
  }
}

function realNetwork(settings: NetworkSettings): NetworkSetUp {
  const { network, xpub, startHeight, pollMs } = settings;
  const maxFee = parseUnits(settings.maxFee, ownCoins[network].decimals);
  const { witness } = settings;
  const chain = chainOf(settings);
  const believed = witness === undefined ? chain : new WitnessedChain(chain, chainOf({ ...settings, ...witness }));
  return { chain: believed, xpub, startHeight, pollMs, maxFee, silentAfterMs: silentAfterMs[network] };
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
      // TronGrid expects its API key in a separate header.
      const keys = nodeAuthorization === undefined ? {} : { 'TRON-PRO-API-KEY': nodeAuthorization };
      return new TronChain({ ...common, node: { url: nodeUrl, headers: { ...headers, ...keys } }, genesisHash });
    }
    case 'BTC': {
      const node = nodeKind === 'esplora' ? new EsploraNode(common.node) : new BitcoindNode(common.node);
      return new BitcoinChain({ network: bitcoinNetworks[settings.bitcoin], node, hotAddress, xpub });
    }
  }
}
