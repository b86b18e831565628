import { openBitcoinNetwork } from '../../test/bitcoin-network.ts';
import { describeChain } from '../../test/chain-suite.ts';

for (const kind of ['bitcoind', 'Esplora'] as const)
  describeChain(`Bitcoin by ${kind}`, () => openBitcoinNetwork(kind));
