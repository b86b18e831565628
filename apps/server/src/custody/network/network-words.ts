import type { Network } from '@vitrine/chains';

/** A network's names as shown to clients, and the usual duration of a transfer. */
export const networkWords: Readonly<Record<Network, { name: string; subname: string; arrival: string }>> = {
  TRC20: { name: 'TRON (TRC20)', subname: 'Tron', arrival: '2 min' },
  ERC20: { name: 'Ethereum (ERC20)', subname: 'Ethereum', arrival: '4-5 min' },
  BEP20: { name: 'BNB Smart Chain (BEP20)', subname: 'BNB Smart Chain', arrival: '1 min' },
  BTC: { name: 'Bitcoin (BTC)', subname: 'Bitcoin', arrival: '60 min' },
};
