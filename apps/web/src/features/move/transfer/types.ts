import type Big from 'big.js';
import type { WalletName } from '../../../lib/wallet.ts';

/** What the client has chosen and typed, as typed. */
export interface TransferForm {
  readonly from: WalletName;
  readonly to: WalletName;
  readonly coin: string;
  readonly amount: string;
}

/** What the wallets say at this moment: free coins by wallet; a wallet is missing until it is known. */
export type TransferContext = { readonly [W in WalletName]?: ReadonlyMap<string, string> };

export interface TransferSummary {
  /** Free in the wallet it comes from, and in the one it goes to; missing until known. */
  readonly available: string | undefined;
  readonly availableThere: string | undefined;
  /** Missing while it is none. */
  readonly amount: Big | undefined;
  /** What is free in the two wallets afterwards; missing while the transfer is not possible. */
  readonly left: Big | undefined;
  readonly there: Big | undefined;
  /** Of the coin, as the ledger counts it. */
  readonly decimals: number;
}

export type TransferErrorCode = 'amount_required' | 'exceeds_spot' | 'exceeds_future' | 'exceeds_funding';
