import type Big from 'big.js';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import type { NetworkName, SavedAddress, WithdrawalLimits } from '../../../lib/withdrawals.ts';
import type { AddressFault } from '../shared/address-shape.ts';

/** The client's choices and input, exactly as typed. */
export interface WithdrawForm {
  readonly coin: string;
  /** Undefined until the coin's networks are known, and if none of them is open. */
  readonly network: NetworkName | undefined;
  /** Whether the client chose the network; otherwise the network with the lowest fee is used. */
  readonly isNetworkChosen: boolean;
  readonly address: string;
  readonly amount: string;
}

/** The data known so far; each is undefined until loaded. */
export interface WithdrawContext {
  readonly networks: readonly CoinNetwork[] | undefined;
  /** The available amounts in the spot wallet, keyed by coin. */
  readonly available: ReadonlyMap<string, string> | undefined;
  readonly limits: WithdrawalLimits | undefined;
  readonly saved: readonly SavedAddress[] | undefined;
}

export interface WithdrawSummary {
  /** Networks that support the coin. */
  readonly networks: readonly CoinNetwork[];
  /** Coins that have a network, in display order. */
  readonly coins: readonly string[];
  readonly row: CoinNetwork | undefined;
  /** The open network with the lowest fee, if there is a choice. */
  readonly cheapest: CoinNetwork | undefined;
  readonly available: string | undefined;
  /** Undefined while the text is not a valid amount. */
  readonly amount: Big | undefined;
  readonly fee: Big | undefined;
  /** The amount that arrives; undefined unless it is above zero. */
  readonly arrives: Big | undefined;
  readonly decimals: number;
  /** The saved address that matches the typed address. */
  readonly saved: SavedAddress | undefined;
}

export type WithdrawFault = 'network_required' | AddressFault | 'amount_required' | 'below_minimum' | 'exceeds_balance';

/** The missing input that the button asks for first. */
export type WithdrawNeed = 'network_required' | 'address_required' | 'amount_required';

/** Fields whose errors are shown once the client has left them. */
export type LeftField = 'address' | 'amount';

export interface WithdrawErrors {
  readonly network?: 'network_required';
  readonly address?: AddressFault;
  readonly amount?: 'amount_required' | 'below_minimum' | 'exceeds_balance';
}
