import type { ErrorParameters } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { ExchangeSettings } from '../../settings/exchange-settings.ts';
import { followFeeRates } from '../../settings/fee-rates.ts';
import { withChangedRows } from '../../settings/kept-rows.ts';
import { faultOfRow } from '../../settings/network-rows.ts';
import type { Services } from '../services.ts';

export const WITHDRAWAL_LIMITS = 'withdrawal_limits';
export const FEE_TIERS = 'fee_tiers';
export const COIN_NETWORKS = 'coin_networks';

export interface WithdrawalLimitsParameters {
  readonly baseVersion: number;
  /** Whole USDT within any 24 hours. */
  readonly limits: { readonly unverified: string; readonly verified: string };
  /** This and the following fields are missing in requests made before operators could change these settings. */
  readonly approvalAbove?: ExchangeSettings['withdrawalApprovalAboveUsdt'];
  readonly oneStepPerDay?: string;
  readonly singleChoices?: readonly string[];
  readonly coinValues?: ExchangeSettings['coinValuesUsdt'];
}

interface FeeTier {
  readonly volume_from_usdt: number;
  readonly maker_ppm: number;
  readonly taker_ppm: number;
}

export interface FeeTiersParameters {
  readonly baseVersion: number;
  /** By tier number. */
  readonly tiers: readonly FeeTier[];
  /** The tiers when the change was requested; undefined in requests of earlier versions. */
  readonly before?: readonly FeeTier[];
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
  registerCoinNetworks(services);
  registerFeeTiers(services);
}

/**
 * Registers the approval of changes to coin networks. A request to change some rows stays valid if other rows, or other
 * settings, are changed before it is approved.
 */
function registerCoinNetworks({ approvals, exchangeSettings, instruments, networkCoins }: Services): void {
  approvals.register<CoinNetworksParameters>(COIN_NETWORKS, {
    roles: ['treasury'],
    committed: () => exchangeSettings.refresh(),
    execute: async ({ baseVersion, table }, { approval, approvedBy, transaction }) => {
      const { askedBy: changedBy, reason } = approval;
      await exchangeSettings.amend(
        { baseVersion, changedBy, approvedBy: approvedBy.email, reason },
        (versions) => {
          const tables = versions.map(({ coinNetworks }) => coinNetworks);
          const coinNetworks = withChangedRows(tables, table);
          for (const row of coinNetworks) {
            // The scale is looked up now, because the coin may have been listed since the request.
            const scale = instruments.assetByCode(row.coin)?.scale;
            const fault = table.includes(row)
              ? (faultOfRow(row, scale) ?? networkCoins.faultOfRow(row, scale))
              : undefined;
            if (fault !== undefined) throw new ApiError('settings_invalid', fault);
          }
          return { coinNetworks };
        },
        transaction,
      );
    },
  });
}

/**
 * Registers the approval of changes to fee tiers. As with coin networks, a request to change some tiers stays valid if
 * other tiers are changed before it is approved, but all tiers together must still be consistent.
 */
function registerFeeTiers(services: Services): void {
  const { approvals, exchangeSettings, log } = services;
  approvals.register<FeeTiersParameters>(FEE_TIERS, {
    roles: ['treasury'],
    committed: async () => {
      await exchangeSettings.refresh();
      // The new rates are in the settings. If applying them to the core fails now, it is retried within a minute.
      await followFeeRates(services).catch((reason: unknown) => {
        log.error({ err: reason }, 'applying the newest fee settings failed, will retry');
      });
    },
    execute: async ({ baseVersion, tiers, before }, { approval, approvedBy, transaction }) => {
      const { askedBy: changedBy, reason } = approval;
      const change = { baseVersion, changedBy, approvedBy: approvedBy.email, reason };
      if (before === undefined) return exchangeSettings.change({ ...change, changes: settingsOf(tiers) }, transaction);
      await exchangeSettings.amend(
        change,
        (versions) => {
          const wanted = withChangedRows([before, ...versions.map((version) => tiersOf(version, before))], tiers);
          const fault = faultOfTiers(wanted, before.length);
          if (fault !== undefined) throw new ApiError('settings_invalid', fault);
          return settingsOf(wanted);
        },
        transaction,
      );
    },
  });
}

const settingsOf = (tiers: readonly FeeTier[]) => ({
  feeVolumesUsdt: tiers.map(({ volume_from_usdt }) => volume_from_usdt),
  feeRatesPpm: tiers.map(({ maker_ppm: maker, taker_ppm: taker }) => ({ maker, taker })),
});

/** The tiers of a version of the settings. Until operators first change the rates, those of the core apply. */
const tiersOf = ({ feeVolumesUsdt, feeRatesPpm }: ExchangeSettings, ofCore: readonly FeeTier[]): FeeTier[] =>
  feeVolumesUsdt.map((volume_from_usdt, tier) => {
    const { maker: maker_ppm = ofCore[tier]?.maker_ppm ?? 0, taker: taker_ppm = ofCore[tier]?.taker_ppm ?? 0 } =
      feeRatesPpm?.[tier] ?? {};
    return { volume_from_usdt, maker_ppm, taker_ppm };
  });

/** What is wrong with the fee tiers as a whole, if anything. */
export function faultOfTiers(
  tiers: readonly FeeTier[],
  count: number,
): ErrorParameters<'settings_invalid'> | undefined {
  if (tiers.length !== count) return { reason: 'tier_count', count: String(count) };
  if (tiers[0]?.volume_from_usdt !== 0) return { reason: 'first_tier_above_zero' };
  const rises = tiers.every((tier, n) => n === 0 || tier.volume_from_usdt > (tiers[n - 1]?.volume_from_usdt ?? 0));
  if (!rises) return { reason: 'tiers_not_ascending' };
  const isDearer = tiers.some(({ maker_ppm, taker_ppm }) => maker_ppm > taker_ppm);
  return isDearer ? { reason: 'maker_above_taker' } : undefined;
}
