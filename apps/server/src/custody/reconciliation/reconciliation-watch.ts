import type { Network } from '@vitrine/chains';
import { alarmDetail, type CustodyAlarms } from '../alarms.ts';

/** If a network has not been reconciled completely for this long, an alarm is raised. */
const LATE_MINUTES = 10;

/**
 * Raises an alarm if a network has not been reconciled for a while, whatever the cause: differences on that network
 * would go unnoticed.
 */
export class ReconciliationWatch {
  readonly #networks: readonly Network[];
  readonly #alarms: CustodyAlarms;
  readonly #reconciledAtMs = new Map<Network, number>();

  constructor(networks: readonly Network[], alarms: CustodyAlarms) {
    this.#networks = networks;
    this.#alarms = alarms;
  }

  async reconciled(network: Network): Promise<void> {
    this.#reconciledAtMs.set(network, performance.now());
    await this.#alarms.end(network, 'reconciliation', 'reconciliation');
  }

  async watch(): Promise<void> {
    for (const network of this.#networks) {
      const sinceMs = this.#reconciledAtMs.get(network) ?? performance.now();
      this.#reconciledAtMs.set(network, sinceMs);
      if (performance.now() - sinceMs < LATE_MINUTES * 60_000) continue;
      const detail = alarmDetail('not_reconciled', { minutes: String(LATE_MINUTES) });
      await this.#alarms.raise({ network, kind: 'reconciliation', subject: 'reconciliation', detail });
    }
  }
}
