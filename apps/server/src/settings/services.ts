import type { Services as Below } from '../http/services.ts';
import type { ExchangeSettingsStore } from './exchange-settings.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly exchangeSettings: ExchangeSettingsStore;
  /** The exchange's current name. */
  brand(): string;
}
