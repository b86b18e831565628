import { formatDecimal } from '@vitrine/money';
import { readUnits } from '../../kit/amounts.ts';
import { findAsset } from '../../kit/find.ts';
import type { NewFunding } from '../fund/fundings.ts';
import type { Handler, Services } from '../services.ts';

const FUND_REWARDS = 'fund_rewards';
const RETURN_REWARDS = 'return_rewards';

type AskCall = Parameters<Handler<'consoleAskToFundRewards'>>[0] | Parameters<Handler<'consoleAskToReturnRewards'>>[0];

export const consoleAskToFundRewards: Handler<'consoleAskToFundRewards'> = (call) => ask(call, FUND_REWARDS);

export const consoleAskToReturnRewards: Handler<'consoleAskToReturnRewards'> = (call) => ask(call, RETURN_REWARDS);

/** Requests a transfer between an account of the exchange and the fund. */
async function ask(call: AskCall, kind: string): Promise<{ approval: number }> {
  const { services, session, body } = call;
  const view = findAsset(services, body.coin);
  const units = readUnits(body.amount, view);
  const parameters: NewFunding = { source: body.source, asset: view.asset, units };
  const about = {
    subject: `rewards ${view.code}`,
    before: null,
    after: { coin: view.code, amount: formatDecimal(units, view.scale), source: body.source },
    reason: body.reason,
  };
  const approval = await services.approvals.ask(session, { kind, parameters, ...about });
  call.audit({ ...about, after: { ...about.after, approval } });
  return { approval };
}

export const consoleCancelRewardFunding: Handler<'consoleCancelRewardFunding'> = async (call) => {
  const { services, body } = call;
  const { asset, units, source } = await services.rewardFundings.cancel(body.id);
  const { code, scale } = services.instruments.asset(asset);
  const amount = formatDecimal(units, scale);
  call.audit({
    subject: `rewards ${code}`,
    before: { funding: body.id, coin: code, amount, source, state: 'approved' },
    after: { funding: body.id, coin: code, amount, source, state: 'cancelled' },
    reason: body.reason,
  });
  return { message: 'success' };
};

/** Registers the actions executed when funding, or a return, is approved. */
export function registerFundings({ approvals, rewardFundings }: Services): void {
  const committed = () => rewardFundings.run();
  approvals.register<NewFunding>(FUND_REWARDS, {
    roles: ['treasury', 'compliance'],
    committed,
    execute: (funding, { approval, transaction }) => rewardFundings.approve(transaction, approval.id, funding),
  });
  approvals.register<NewFunding>(RETURN_REWARDS, {
    roles: ['treasury', 'compliance'],
    committed,
    execute: (funding, { approval, transaction }) => rewardFundings.approveReturn(transaction, approval.id, funding),
  });
}
