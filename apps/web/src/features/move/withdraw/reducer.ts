import { type CoinNetwork, cheapestOf } from '../../../lib/coin-networks.ts';
import type { NetworkName, SavedAddress } from '../../../lib/withdrawals.ts';
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
  isNetworkChosen: false,
  address: '',
  amount: '',
});

/** The form after one action of the client; pure. */
export const reduceWithdraw = (form: WithdrawForm, action: WithdrawAction): WithdrawForm => {
  switch (action.type) {
    case 'coin': {
      // A chosen network is kept if it also supports the new coin; otherwise the cheapest open one, if any, is used.
      const supporting = action.networks.filter(({ coin }) => coin === action.coin);
      const kept = form.isNetworkChosen ? supporting.find(({ value }) => value === form.network) : undefined;
      const network = (kept ?? cheapestOf(supporting, (one) => one.withdrawals_open))?.value;
      return { ...form, coin: action.coin, network, isNetworkChosen: kept !== undefined, amount: '' };
    }
    case 'network':
      return { ...form, network: action.network, isNetworkChosen: true };
    case 'address':
      // A pasted address may be in groups of four or contain a line break; whitespace is never part of it.
      return { ...form, address: action.text.replace(/\s/g, '') };
    case 'saved':
      return { ...form, address: action.saved.address, network: action.saved.network, isNetworkChosen: true };
    case 'amount':
      return { ...form, amount: action.text };
    case 'sent':
      return { ...form, address: '', amount: '' };
  }
};
