import type { WalletName } from '../../../lib/wallet.ts';
import type { TransferForm } from './types.ts';

export type TransferAction =
  | { readonly type: 'from'; readonly wallet: WalletName }
  | { readonly type: 'to'; readonly wallet: WalletName }
  | { readonly type: 'swap' }
  | { readonly type: 'coin'; readonly coin: string }
  | { readonly type: 'amount'; readonly text: string }
  | { readonly type: 'sent' };

/**
 * The initial form: BTC from the spot to the futures wallet, unless a card or row of the wallet preselected other
 * values.
 */
export const emptyTransfer = (chosen: { readonly coin?: string; readonly type?: WalletName } = {}): TransferForm => ({
  from: 'SPOT',
  to: chosen.type ?? 'FUTURE',
  coin: chosen.coin?.toUpperCase() ?? 'BTC',
  amount: '',
});

/** The form after one action of the client; pure. Choosing the other side's wallet swaps the two wallets. */
export const reduceTransfer = (form: TransferForm, action: TransferAction): TransferForm => {
  switch (action.type) {
    case 'from':
      return { ...form, from: action.wallet, to: action.wallet === form.to ? form.from : form.to };
    case 'to':
      return { ...form, to: action.wallet, from: action.wallet === form.from ? form.to : form.from };
    case 'swap':
      return { ...form, from: form.to, to: form.from };
    case 'coin':
      return { ...form, coin: action.coin, amount: '' };
    case 'amount':
      return { ...form, amount: action.text };
    case 'sent':
      return { ...form, amount: '' };
  }
};
