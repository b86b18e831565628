import type { Services as Below } from '../http/services.ts';
import type { ExchangeSettingsStore } from './exchange-settings.ts';

/** What this room offers to its own handlers and to those of the rooms above it. */
export interface Services extends Below {
  readonly exchangeSettings: ExchangeSettingsStore;
  /** The exchange's current name. */
  brand(): string;
}
