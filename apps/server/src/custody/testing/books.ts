import type { Network, SimulatedChain } from '@vitrine/chains';
import type { TestExchange } from '../../testing/test-exchange.ts';

export const simulatedChain = ({ services }: TestExchange, network: Network): SimulatedChain =>
  services.custody.chains.get(network) as SimulatedChain;

/** Mines this many blocks, and processes their contents. */
export async function mine({ services }: TestExchange, network: Network, count: number): Promise<void> {
  await services.sandboxChains?.mine(network, count);
}

/** Holdings of a coin on a network minus the amount that the books account for, in the chain's smallest units. */
export async function differenceOn({ services }: TestExchange, network: Network, coin: string): Promise<bigint> {
  const found = (await services.custody.reconcile(network)).find((one) => one.coin === coin);
  if (found === undefined) throw new Error(`the reconciliation of ${network} has no ${coin}`);
  return found.difference;
}
