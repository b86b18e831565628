import type { Network, SimulatedChain } from '@vitrine/chains';
import type { TestExchange } from '../../http/testing/test-exchange.ts';
import { custodyOwner, toChainAmount } from '../custody-accounts.ts';

export const simulatedChain = ({ services }: TestExchange, network: Network): SimulatedChain =>
  services.custody.chains.get(network) as SimulatedChain;

/** So many blocks, and what they bring is read and acted on. */
export async function mine({ services }: TestExchange, network: Network, count: number): Promise<void> {
  await services.sandboxChains?.mine(network, count);
}

/**
 * What the exchange holds on a network beyond what the ledger says that it holds there, in the chain's smallest units, once
 * nothing is under way.
 */
export async function differenceOn(exchange: TestExchange, network: Network, coin: string): Promise<bigint> {
  const asset = exchange.services.instruments.assetByCode(coin);
  if (asset === undefined) throw new Error(`no ${coin}`);
  const chain = simulatedChain(exchange, network);
  const decimals = chain.coins.find((one) => one.coin === coin)?.decimals ?? 0;
  const rows = await exchange.query('select address from deposit_addresses');
  let held = await chain.balance(coin, chain.hotAddress);
  for (const { address } of rows) held += await chain.balance(coin, String(address));
  const { availableUnits, heldUnits } = exchange.services.core.balance(custodyOwner[network], 'spot', asset.asset);
  return held - (toChainAmount(-(availableUnits + heldUnits), decimals, asset.scale) ?? 0n);
}
