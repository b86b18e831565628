import type { CoinNetwork } from '../../lib/coin-networks.ts';
import type { NetworkName, SavedAddress } from '../../lib/withdrawals.ts';
import type { WithdrawForm } from './types.ts';

export type WithdrawAction =
  | { readonly type: 'coin'; readonly coin: string; readonly networks: readonly CoinNetwork[] }
  | { readonly type: 'network'; readonly network: NetworkName }
  | { readonly type: 'address'; readonly text: string }
  | { readonly type: 'saved'; readonly saved: SavedAddress }
  | { readonly type: 'amount'; readonly text: string }
  | { readonly type: 'sent' };

export const emptyWithdrawal = (coin = 'USDT'): WithdrawForm => ({
  coin: coin.toUpperCase(),
  network: undefined,
  address: '',
  amount: '',
});

/** The form after one act of the client; pure. */
export const reduceWithdraw = (form: WithdrawForm, action: WithdrawAction): WithdrawForm => {
  switch (action.type) {
    case 'coin': {
      // A network stays chosen where it carries the other coin too; the only one there is chooses itself.
      const carrying = action.networks.filter(({ coin }) => coin === action.coin).map(({ value }) => value);
      const network = carrying.length === 1 ? carrying[0] : carrying.find((name) => name === form.network);
      return { ...form, coin: action.coin, network, amount: '' };
    }
    case 'network':
      return { ...form, network: action.network };
    case 'address':
      // Pasted in groups of four, or with a line’s end: an address has no blanks.
      return { ...form, address: action.text.replace(/\s/g, '') };
    case 'saved':
      return { ...form, address: action.saved.address, network: action.saved.network };
    case 'amount':
      return { ...form, amount: action.text };
    case 'sent':
      return { ...form, address: '', amount: '' };
  }
};
