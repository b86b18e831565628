import {
  type AddressFormat,
  BitcoinAddresses,
  bitcoinNetworks,
  type ChainFamily,
  evmAddresses,
  type SimulatedChain,
  tronAddresses,
} from '@vitrine/chains';
import type pg from 'pg';
import type { NetworkSetUp } from '../custody/custody.ts';
import { openSimulatedNetworks } from '../sandbox/simulated-networks.ts';
import type { Settings } from './settings.ts';

const formats: Readonly<Record<ChainFamily, AddressFormat>> = {
  evm: evmAddresses,
  tron: tronAddresses,
  bitcoin: new BitcoinAddresses(bitcoinNetworks.mainnet),
};

export interface OpenedNetworks {
  readonly setUps: readonly NetworkSetUp[];
  /** Those that are simulated. */
  readonly simulated: readonly SimulatedChain[];
}

/** The networks of the settings; in a sandbox the simulated ones. */
export async function openNetworks({ mode }: Settings, pool: pg.Pool): Promise<OpenedNetworks> {
  if (mode === 'production') return { setUps: [], simulated: [] };
  const setUps = await openSimulatedNetworks(pool, formats, Date.now);
  return { setUps, simulated: setUps.map(({ chain }) => chain) };
}
