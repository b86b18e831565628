import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Exact, NameText, Optional, ReasonLike, TimeMs, Version, WholeUsdt, Words } from '../schema.ts';

const HourMinute = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['09:00'] });
const Ppm = Type.Integer({ minimum: 0, maximum: 100_000, examples: [1_000] });

const SupportHours = Exact({
  /** 1 is Monday, 7 Sunday. */
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  from: HourMinute,
  /** If `to` equals `from`, support is open round the clock. Both are in UTC. */
  to: HourMinute,
});
const Limits = Exact({ unverified: WholeUsdt, verified: WholeUsdt });
/** The values above which a withdrawal needs approval by one operator, or by two. */
const ApprovalAbove = Exact({ one: WholeUsdt, two: WholeUsdt });
/**
 * The default maximum slippage of market orders from the price shown to the client, in parts per million. It applies to
 * markets without a setting of their own.
 */
const MaxSlippage = Type.Integer({ minimum: 0, maximum: 500_000, examples: [10_000] });
/** The limits, in ascending order, from which clients can choose one for single withdrawals without a second factor. */
const SingleChoices = Type.Array(WholeUsdt, { minItems: 1, maxItems: 5 });
/** Prices in USDT at which withdrawals of these coins are valued, instead of at the market's prices. */
const CoinValues = Type.Array(
  Exact({
    coin: CoinName,
    value_usdt: Type.String({ pattern: '^(0|[1-9][0-9]{0,7})(\\.[0-9]{1,8})?$', examples: ['1950.5'] }),
  }),
  { maxItems: 100 },
);
const FeeTiers = Type.Array(
  Exact({ volume_from_usdt: Type.Integer({ minimum: 0, maximum: 10 ** 12 }), maker_ppm: Ppm, taker_ppm: Ppm }),
  { minItems: 1, maxItems: 16 },
);
const BrandName = NameText({ maxLength: 40, examples: ['Vitrine'] });
const KycRequirement = Words(['nothing', 'withdraw', 'trade']);

const Settings = Exact({
  brand_name: BrandName,
  kyc_requirement: KycRequirement,
  /** In USDT, within any 24 hours. */
  withdrawal_per_day: Limits,
  withdrawal_approval_above: ApprovalAbove,
  /** The limit for withdrawals to saved addresses without an emailed code, within any 24 hours. */
  one_step_per_day: WholeUsdt,
  single_withdrawal_choices: SingleChoices,
  coin_values: CoinValues,
  max_slippage_ppm: MaxSlippage,
  support_hours: SupportHours,
});
const Reason = ReasonLike('As agreed in the risk meeting');
const errors = ['settings_changed', 'settings_invalid', 'nothing_to_change'] as const;

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleSettingsEndpoints = {
  consoleSettings: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/settings',
    roles: ['treasury', 'compliance', 'support', 'listing'],
    audited: false,
    errors: [],
    summary:
      'The exchange’s current settings and their latest versions, newest first, at most 100. Version 0 has the defaults of the release.',
    response: Exact({
      version: Version,
      settings: Settings,
      fee_tiers: Type.Array(
        Exact({
          level: Type.String(),
          volume_from_usdt: Type.Integer({ minimum: 0 }),
          maker_ppm: Ppm,
          taker_ppm: Ppm,
        }),
      ),
      versions: Type.Array(
        Exact({
          version: Version,
          at: TimeMs,
          changed_by: Type.String(),
          approved_by: Type.String(),
          reason: Type.String(),
          settings: Settings,
          fee_volumes_usdt: Type.Array(Type.Integer({ minimum: 0 })),
        }),
      ),
    }),
  }),
  consoleChangeSettings: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/settings/change',
    errors,
    summary:
      'Changes settings that an administrator can change alone, effective immediately: the brand name, the verification requirement, support hours, the maximum slippage of market orders.',
    body: Exact({
      base_version: Version,
      brand_name: Optional(BrandName),
      kyc_requirement: Optional(KycRequirement),
      support_hours: Optional(SupportHours),
      max_slippage_ppm: Optional(MaxSlippage),
      reason: Reason,
    }),
    response: Exact({ version: Version }),
  }),
  consoleAskForLimits: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/settings/ask-for-limits',
    roles: ['treasury', 'compliance'],
    errors: [...errors, 'approver_too_new'],
    summary:
      'Requests new withdrawal limits, which a second person must approve: 24-hour limits, approval thresholds, the one-step limit, the limits that clients can choose, and the prices at which coins are valued.',
    body: Exact({
      base_version: Version,
      withdrawal_per_day: Limits,
      withdrawal_approval_above: Optional(ApprovalAbove),
      one_step_per_day: Optional(WholeUsdt),
      single_withdrawal_choices: Optional(SingleChoices),
      coin_values: Optional(CoinValues),
      reason: Reason,
    }),
    response: Exact({ approval: Type.Integer({ minimum: 1 }) }),
  }),
  consoleAskForFees: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/settings/ask-for-fees',
    roles: ['treasury'],
    errors: [...errors, 'approver_too_new'],
    summary: 'Requests a new fee schedule, which a second person must approve. Rates are in parts per million.',
    body: Exact({ base_version: Version, fee_tiers: FeeTiers, reason: Reason }),
    response: Exact({ approval: Type.Integer({ minimum: 1 }) }),
  }),
};
