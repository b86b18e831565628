import type { Network } from '@vitrine/chains';
import type { Services } from './services.ts';

/** A transaction's page in the explorer that is configured for its network; empty if none. */
export const explorerUrl = ({ settings }: Pick<Services, 'settings'>, network: Network, txid: string): string =>
  settings.explorers[network]?.replace('{txid}', txid) ?? '';
