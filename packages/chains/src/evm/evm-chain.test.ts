import { describeChain } from '../../test/chain-suite.ts';
import { openEvmNetwork } from '../../test/evm-test-network.ts';

describeChain('Ethereum', () => openEvmNetwork());

describeChain('BNB chain', () => openEvmNetwork({ network: 'BEP20', feeStyle: 'legacy', traces: 'debug' }));
