import type { AssetId } from '@vitrine/core';
import { trimZeros } from '@vitrine/money';
import type { PoolClient } from 'pg';
import type { Instruments } from '../../kit/instruments.ts';
import type { Notices } from '../../notifications/notices.ts';
import { wholeOutput } from './miner-products.ts';
import type { EndedRental } from './payout-table.ts';

/** Notifies a client that a rental has ended, and of how much it has paid. */
export const notifyEnded =
  (parts: {
    readonly notices: Notices;
    readonly instruments: Instruments;
    readonly amountText: (asset: AssetId, units: number) => string;
  }) =>
  (client: PoolClient, rental: EndedRental, asset: AssetId): Promise<void> => {
    const { code } = parts.instruments.asset(asset);
    const amount = trimZeros(parts.amountText(asset, wholeOutput(rental)));
    return parts.notices.add(rental.owner, 'rental_ended', { coin: code, days: String(rental.days), amount }, client);
  };
