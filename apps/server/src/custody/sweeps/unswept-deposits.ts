import { familyOf, type Network } from '@vitrine/chains';
import type { Pool } from 'pg';

/** A deposit that has become available. */
interface AvailableDeposit {
  readonly network: Network;
  readonly coin: string;
  readonly address: string;
  /** In the coin's smallest units on the network. */
  readonly chain_amount: string;
}

/** Counts the deposit toward the next sweep of its address; a deposit to the hot wallet needs no sweep. */
export async function addUnswept(client: Pick<Pool, 'query'>, deposit: AvailableDeposit): Promise<void> {
  const { network, coin, address, chain_amount } = deposit;
  await client.query(
    `insert into unswept_deposits (network, coin, address_index, amount)
     select $1, $2, address_index, $5 from deposit_addresses where family = $3 and address = $4
     on conflict (network, coin, address_index) do update set amount = unswept_deposits.amount + excluded.amount`,
    [network, coin, familyOf[network], address, chain_amount],
  );
}
