import type { Network } from '@vitrine/chains';
import type { ErrorParameters } from '@vitrine/contract';
import type { CoinNetwork } from './coin-networks.ts';

/** A coin on a network to which this exchange is connected. */
export interface NetworkCoin {
  readonly network: Network;
  readonly coin: string;
  /** The precision of amounts on the network. */
  readonly decimals: number;
}

/** The coins of the networks to which this exchange is connected; none until the networks are opened. */
export class NetworkCoins {
  #coins: readonly NetworkCoin[] = [];

  open(coins: readonly NetworkCoin[]): void {
    this.#coins = coins;
  }

  /**
   * A network on which the coin has fewer decimals than this scale of the ledger, so that some amounts in the ledger
   * could not be paid out on the network.
   */
  coarser(coin: string, scale: number): NetworkCoin | undefined {
    return this.#coins.find((one) => one.coin === coin && one.decimals < scale);
  }

  /**
   * Why a changed row is invalid: deposits or withdrawals are open, but the coin has fewer decimals on the network than
   * in the ledger. A row with both closed is valid, since neither number of decimals can be changed. `scale` is
   * undefined before the coin is listed.
   */
  faultOfRow(row: CoinNetwork, scale: number | undefined): ErrorParameters<'settings_invalid'> | undefined {
    if (scale === undefined || !(row.depositsOpen || row.withdrawalsOpen)) return undefined;
    const { coin, network } = row;
    const isCoarser = this.#coins.some((one) => one.coin === coin && one.network === network && one.decimals < scale);
    return isCoarser ? { reason: 'coin_beyond_network', coin, network } : undefined;
  }
}
