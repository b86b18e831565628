import type Big from 'big.js';
import type { WalletName } from '../../../lib/wallet.ts';

/** The client's choices and input, exactly as typed. */
export interface TransferForm {
  readonly from: WalletName;
  readonly to: WalletName;
  readonly coin: string;
  readonly amount: string;
}

/** For each wallet, the available amounts keyed by coin; a wallet is absent until known. */
export type TransferContext = { readonly [W in WalletName]?: ReadonlyMap<string, string> };

export interface TransferSummary {
  /** Available in the source wallet and in the destination wallet; undefined until known. */
  readonly available: string | undefined;
  readonly availableThere: string | undefined;
  /** Undefined while the text is not a valid amount. */
  readonly amount: Big | undefined;
  /** The available balances of both wallets afterwards; undefined while the transfer is not possible. */
  readonly left: Big | undefined;
  readonly there: Big | undefined;
  /** The coin's decimals in the ledger. */
  readonly decimals: number;
}

export type TransferErrorCode = 'amount_required' | 'exceeds_spot' | 'exceeds_future' | 'exceeds_funding';
