import type { Network } from '@vitrine/chains';

/** The rules of a coin on a network, set by operators. Amounts are decimal strings in whole coins. */
export interface CoinNetwork {
  readonly coin: string;
  readonly network: Network;
  readonly minimumDeposit: string;
  /**
   * The number of confirmations after which a deposit is credited but frozen and, in `unlockConfirmations`, after which
   * it is available.
   */
  readonly creditConfirmations: number;
  readonly unlockConfirmations: number;
  readonly minimumWithdrawal: string;
  readonly withdrawalFee: string;
  /**
   * A deposit address is swept to the hot wallet when it has received this amount; a smaller amount is not worth the
   * fee.
   */
  readonly sweepAbove: string;
  /** Whether operators allow deposits and withdrawals of the coin on the network. */
  readonly depositsOpen: boolean;
  readonly withdrawalsOpen: boolean;
}

const confirmations: Readonly<Record<Network, readonly [credit: number, unlock: number]>> = {
  TRC20: [1, 20],
  ERC20: [6, 64],
  BEP20: [6, 15],
  BTC: [6, 6],
};

const row = (
  coin: string,
  network: Network,
  amounts: readonly [deposit: string, withdrawal: string, fee: string, sweep: string],
) => ({
  coin,
  network,
  minimumDeposit: amounts[0],
  creditConfirmations: confirmations[network][0],
  unlockConfirmations: confirmations[network][1],
  minimumWithdrawal: amounts[1],
  withdrawalFee: amounts[2],
  sweepAbove: amounts[3],
  depositsOpen: true,
  withdrawalsOpen: true,
});

/** The initial values, used until operators change them. */
export const firstCoinNetworks: readonly CoinNetwork[] = [
  row('USDT', 'TRC20', ['1', '10', '1', '50']),
  row('USDT', 'ERC20', ['1', '30', '20', '500']),
  row('USDT', 'BEP20', ['1', '10', '0.3', '50']),
  row('USDC', 'TRC20', ['1', '10', '1', '50']),
  row('USDC', 'ERC20', ['1', '30', '20', '500']),
  row('USDC', 'BEP20', ['1', '10', '0.3', '50']),
  row('ETH', 'ERC20', ['0.0013', '0.01', '0.0025', '0.05']),
  row('BTC', 'BTC', ['0.0013', '0.0001', '0.000068', '0.01']),
];
