import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { ExchangeSettings } from '../../settings/exchange-settings.ts';
import { followFeeRates } from '../../settings/fee-rates.ts';
import type { Services } from '../services.ts';

export const WITHDRAWAL_LIMITS = 'withdrawal_limits';
export const FEE_TIERS = 'fee_tiers';
export const COIN_NETWORKS = 'coin_networks';

export interface WithdrawalLimitsParameters {
  readonly baseVersion: number;
  /** Whole USDT within any 24 hours. */
  readonly limits: { readonly unverified: string; readonly verified: string };
  /** Missing in requests that were made before these settings could be changed. */
  readonly approvalAbove?: ExchangeSettings['withdrawalApprovalAboveUsdt'];
  readonly oneStepPerDay?: string;
  readonly singleChoices?: readonly string[];
  readonly coinValues?: ExchangeSettings['coinValuesUsdt'];
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

/** Registers the approval of changes to the settings. */
export function registerSettingsApprovals(services: Services): void {
  const { approvals, exchangeSettings } = services;
  const committed = () => exchangeSettings.refresh();
  approvals.register<WithdrawalLimitsParameters>(WITHDRAWAL_LIMITS, {
    roles: ['treasury', 'compliance'],
    committed,
    execute: async (parameters, { approval, approvedBy, transaction }) => {
      const { baseVersion, limits, approvalAbove, oneStepPerDay, singleChoices, coinValues } = parameters;
      const changes: Partial<ExchangeSettings> = {
        withdrawalPerDayUsdt: { Unverified: limits.unverified, Verified: limits.verified },
        ...(approvalAbove === undefined ? {} : { withdrawalApprovalAboveUsdt: approvalAbove }),
        ...(oneStepPerDay === undefined ? {} : { oneStepPerDayUsdt: oneStepPerDay }),
        ...(singleChoices === undefined ? {} : { singleWithdrawalChoicesUsdt: singleChoices }),
        ...(coinValues === undefined ? {} : { coinValuesUsdt: coinValues }),
      };
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
    committed: async () => {
      await committed();
      // The change is in force; if it does not reach the core now, it will within a minute.
      await followFeeRates(services).catch((reason: unknown) => {
        services.log.error({ err: reason }, 'applying the newest fee settings failed, will retry');
      });
    },
    execute: async ({ baseVersion, tiers }, { approval, approvedBy, transaction }) => {
      const { askedBy: changedBy, reason } = approval;
      const changes = {
        feeVolumesUsdt: tiers.map(({ volume_from_usdt }) => volume_from_usdt),
        feeRatesPpm: tiers.map(({ maker_ppm: maker, taker_ppm: taker }) => ({ maker, taker })),
      };
      await exchangeSettings.change(
        { baseVersion, changes, changedBy, approvedBy: approvedBy.email, reason },
        transaction,
      );
    },
  });
}
