import { describeChain } from '../../test/chain-suite.ts';
import { openEvmNetwork } from '../../test/evm-test-network.ts';

describeChain('Ethereum', () => openEvmNetwork());
