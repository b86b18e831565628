import type { Services as Below } from '../http/services.ts';
import type { ExchangeSettingsStore } from './exchange-settings.ts';
import type { NetworkCoins } from './network-coins.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly exchangeSettings: ExchangeSettingsStore;
  readonly networkCoins: NetworkCoins;
  /** The exchange's current name. */
  brand(): string;
}
