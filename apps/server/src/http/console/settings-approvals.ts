import { ratePpm } from '@vitrine/money';
import type { CoinNetwork } from '../../exchange-settings/coin-networks.ts';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';

export const WITHDRAWAL_LIMITS = 'withdrawal_limits';
export const FEE_TIERS = 'fee_tiers';
export const COIN_NETWORKS = 'coin_networks';

export interface WithdrawalLimitsParameters {
  readonly baseVersion: number;
  /** Whole USDT within any 24 hours. */
  readonly limits: { readonly unverified: string; readonly verified: string };
}

export interface FeeTiersParameters {
  readonly baseVersion: number;
  /** By tier number. */
  readonly tiers: readonly {
    readonly volume_from_usdt: number;
    readonly maker_ppm: number;
    readonly taker_ppm: number;
  }[];
}

export interface CoinNetworksParameters {
  readonly baseVersion: number;
  readonly table: readonly CoinNetwork[];
}

/** What is done once a change of settings is approved. */
export function registerSettingsApprovals({ approvals, exchangeSettings, sequencer }: Services): void {
  const committed = () => exchangeSettings.refresh();
  approvals.register<WithdrawalLimitsParameters>(WITHDRAWAL_LIMITS, {
    roles: ['treasury', 'compliance'],
    committed,
    execute: async ({ baseVersion, limits }, { approval, approvedBy, transaction }) => {
      const changes = { withdrawalPerDayUsdt: { Unverified: limits.unverified, Verified: limits.verified } };
      const { askedBy: changedBy, reason } = approval;
      await exchangeSettings.change(
        { baseVersion, changes, changedBy, approvedBy: approvedBy.email, reason },
        transaction,
      );
    },
  });
  approvals.register<CoinNetworksParameters>(COIN_NETWORKS, {
    roles: ['treasury'],
    committed,
    execute: async ({ baseVersion, table }, { approval, approvedBy, transaction }) => {
      const { askedBy: changedBy, reason } = approval;
      await exchangeSettings.change(
        { baseVersion, changes: { coinNetworks: table }, changedBy, approvedBy: approvedBy.email, reason },
        transaction,
      );
    },
  });
  approvals.register<FeeTiersParameters>(FEE_TIERS, {
    roles: ['treasury'],
    committed,
    execute: async ({ baseVersion, tiers }, { approval, approvedBy, transaction }) => {
      const { askedBy: changedBy, reason } = approval;
      const changes = { feeVolumesUsdt: tiers.map(({ volume_from_usdt }) => volume_from_usdt) };
      await exchangeSettings.change(
        { baseVersion, changes, changedBy, approvedBy: approvedBy.email, reason },
        transaction,
      );
      // Setting a rate to what it is already changes nothing, so that doing this twice is doing it once.
      for (const [tier, { maker_ppm, taker_ppm }] of tiers.entries()) {
        const command = {
          kind: 'SetFeeSchedule',
          tier,
          makerPpm: ratePpm(maker_ppm),
          takerPpm: ratePpm(taker_ppm),
        } as const;
        const { refusal } = await sequencer.submit(command);
        if (refusal !== undefined) throw new ApiError('settings_invalid', { reason: refusal });
      }
    },
  });
}
