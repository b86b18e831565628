import type { Network } from '@vitrine/chains';
import type { Services } from './services.ts';

/** The URL of a transaction's page in the block explorer that is configured for its network; empty if there is none. */
export const explorerUrl = ({ settings }: Pick<Services, 'settings'>, network: Network, txid: string): string =>
  settings.explorers[network]?.replace('{txid}', txid) ?? '';
