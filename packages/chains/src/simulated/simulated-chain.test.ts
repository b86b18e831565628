import { describeChain } from '../../test/chain-suite.ts';
import { openSimulatedNetwork } from '../../test/simulated-network.ts';

describeChain('A simulated network', openSimulatedNetwork);
