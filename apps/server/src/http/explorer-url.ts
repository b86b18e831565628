import type { Network } from '@vitrine/chains';
import type { Services } from './services.ts';

/** A transaction's page in the explorer that operators have set up for its network; empty where they have none. */
export const explorerUrl = ({ settings }: Pick<Services, 'settings'>, network: Network, txid: string): string =>
  settings.explorers[network]?.replace('{txid}', txid) ?? '';
