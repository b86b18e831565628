import type { BodyOf, ErrorParameters, endpoints, ResponseOf } from '@vitrine/contract';
import type { Handler, Services } from '../../services.ts';
import { WITHDRAWAL_LIMITS, type WithdrawalLimitsParameters } from '../settings-approvals.ts';
import { askForSettings } from './ask-for-settings.ts';
import { settingsView } from './settings-view.ts';

type Body = BodyOf<typeof endpoints.consoleAskForLimits>;
type View = ResponseOf<typeof endpoints.consoleSettings>['settings'];
type Limits = Pick<
  View,
  'withdrawal_per_day' | 'withdrawal_approval_above' | 'one_step_per_day' | 'single_withdrawal_choices' | 'coin_values'
>;

export const consoleAskForLimits: Handler<'consoleAskForLimits'> = (call) => {
  const before = limitsOf(settingsView(call.services.exchangeSettings.current()));
  const after: Limits = { ...before, ...limitsOf(call.body) };
  const parameters: WithdrawalLimitsParameters = {
    baseVersion: call.body.base_version,
    limits: after.withdrawal_per_day,
    approvalAbove: after.withdrawal_approval_above,
    oneStepPerDay: after.one_step_per_day,
    singleChoices: after.single_withdrawal_choices,
    coinValues: Object.fromEntries(after.coin_values.map(({ coin, value_usdt }) => [coin, value_usdt])),
  };
  return askForSettings(call, {
    kind: WITHDRAWAL_LIMITS,
    parameters,
    before,
    after,
    fault: faultOf(after, call.services),
  });
};

/** Picks the limits out of a request body or the settings. Limits that are missing from a body stay unchanged. */
function limitsOf<T extends Partial<Limits> & Pick<Body, 'withdrawal_per_day'>>(from: T) {
  const { withdrawal_per_day, withdrawal_approval_above, one_step_per_day, single_withdrawal_choices, coin_values } =
    from;
  return {
    withdrawal_per_day,
    ...(withdrawal_approval_above === undefined ? {} : { withdrawal_approval_above }),
    ...(one_step_per_day === undefined ? {} : { one_step_per_day }),
    ...(single_withdrawal_choices === undefined ? {} : { single_withdrawal_choices }),
    ...(coin_values === undefined ? {} : { coin_values }),
  } as T extends Limits ? Limits : Partial<Limits>;
}

function faultOf(limits: Limits, { instruments }: Services): ErrorParameters<'settings_invalid'> | undefined {
  const { unverified, verified } = limits.withdrawal_per_day;
  const { one, two } = limits.withdrawal_approval_above;
  const choices = limits.single_withdrawal_choices.map(Number);
  if (Number(unverified) > Number(verified)) return { reason: 'unverified_above_verified' };
  if (Number(one) > Number(two)) return { reason: 'two_below_one' };
  if (choices.some((choice, index) => choice <= (choices[index - 1] ?? 0))) return { reason: 'choices_not_ascending' };
  const coins = limits.coin_values.map(({ coin }) => coin);
  const isUnfit = (coin: string) => {
    const asset = instruments.assetByCode(coin)?.asset;
    return asset === undefined || asset === instruments.usdt?.asset;
  };
  if (coins.some(isUnfit) || new Set(coins).size < coins.length) return { reason: 'coin_value_unfit' };
  if (limits.coin_values.some(({ value_usdt }) => Number(value_usdt) === 0)) return { reason: 'coin_value_zero' };
  return undefined;
}
