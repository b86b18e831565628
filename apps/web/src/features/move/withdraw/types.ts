import type Big from 'big.js';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import type { NetworkName, SavedAddress, WithdrawalLimits } from '../../../lib/withdrawals.ts';
import type { AddressFault } from '../shared/address-shape.ts';

/** What the client has chosen and typed, as typed. */
export interface WithdrawForm {
  readonly coin: string;
  /** Undefined until the coin's networks are known, and where none of them is open. */
  readonly network: NetworkName | undefined;
  /** Chosen by the client; else it is the one with the lowest fee. */
  readonly isNetworkChosen: boolean;
  readonly address: string;
  readonly amount: string;
}

/** What is known at this moment; each is missing until it is. */
export interface WithdrawContext {
  readonly networks: readonly CoinNetwork[] | undefined;
  /** Free in the spot wallet, by coin. */
  readonly available: ReadonlyMap<string, string> | undefined;
  readonly limits: WithdrawalLimits | undefined;
  readonly saved: readonly SavedAddress[] | undefined;
}

export interface WithdrawSummary {
  /** Networks that carry the coin. */
  readonly networks: readonly CoinNetwork[];
  /** Coins that have a network, in the order of the list. */
  readonly coins: readonly string[];
  readonly row: CoinNetwork | undefined;
  /** The open one with the lowest fee, where there is a choice. */
  readonly cheapest: CoinNetwork | undefined;
  readonly available: string | undefined;
  /** Missing while it is none. */
  readonly amount: Big | undefined;
  readonly fee: Big | undefined;
  /** What arrives; missing while it would be nothing. */
  readonly arrives: Big | undefined;
  readonly decimals: number;
  /** The saved address that is typed. */
  readonly saved: SavedAddress | undefined;
}

export type WithdrawFault = 'network_required' | AddressFault | 'amount_required' | 'below_minimum' | 'exceeds_balance';

/** What the button waits for before all else. */
export type WithdrawNeed = 'network_required' | 'address_required' | 'amount_required';

/** What is wrong with these is said once the client has been in them. */
export type LeftField = 'address' | 'amount';

export interface WithdrawErrors {
  readonly network?: 'network_required';
  readonly address?: AddressFault;
  readonly amount?: 'amount_required' | 'below_minimum' | 'exceeds_balance';
}
