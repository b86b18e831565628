import type { AssetUnits } from '@vitrine/money';
import { formatDecimal } from '@vitrine/money';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { accountOf } from '../pools/pool-figures.ts';
import type { NewFunding } from '../pools/pool-fundings.ts';
import type { Call, Handler, Services } from '../services.ts';
import { type PoolEntry, readPoolEntries } from './earn-pools.ts';

const FUND_EARN = 'fund_earn';
const RETURN_EARN = 'return_earn';

export const consoleAskToFundEarn: Handler<'consoleAskToFundEarn'> = async (call) => {
  const { entry, units } = await readMoved(call);
  // Nothing pays out of the income of a miner: it only goes back.
  if (entry.purpose === 'income') throw new ApiError('unknown_coin', { coin: call.body.coin });
  const { poolFundings } = call.services.earn;
  if (units > (await poolFundings.givableUnits(accountOf[entry.source], entry.asset)))
    throw new ApiError('exceeds_house_funds');
  return ask(call, FUND_EARN, entry, units);
};

export const consoleAskToReturnEarn: Handler<'consoleAskToReturnEarn'> = async (call) => {
  const { entry, units } = await readMoved(call);
  if (units > (await call.services.earn.poolFundings.returnableUnits(entry))) throw new ApiError('exceeds_free_funds');
  return ask(call, RETURN_EARN, entry, units);
};

type MoneyCall = Call<'consoleAskToFundEarn'> | Call<'consoleAskToReturnEarn'>;

/** The pool and the units. Errors: unknown_coin (the pool holds none of it), those of amounts. */
async function readMoved({ services, body }: MoneyCall): Promise<{ entry: PoolEntry; units: AssetUnits }> {
  const view = findAsset(services, body.coin.toUpperCase());
  const entries = await readPoolEntries(services);
  const entry = entries.find(({ pool, asset }) => pool === body.pool_id && asset === view.asset);
  if (entry === undefined) throw new ApiError('unknown_coin', { coin: body.coin });
  return { entry, units: readUnits(body.amount, view) };
}

async function ask(call: MoneyCall, kind: string, { pool, asset, name, source }: PoolEntry, units: AssetUnits) {
  const { services, session, body } = call;
  const { code, scale } = services.instruments.asset(asset);
  const parameters: NewFunding = { pool, asset, units };
  const account = accountOf[source];
  const about = {
    subject: name,
    before: null,
    after: {
      coin: code,
      amount: formatDecimal(units, scale),
      ...(kind === FUND_EARN ? { source: account } : { goes_to: account }),
    },
    reason: body.reason,
  };
  const approval = await services.approvals.ask(session, { kind, parameters, ...about });
  call.audit({ ...about, after: { ...about.after, approval } });
  return { approval };
}

/** Registers what happens when money for a pool, or back from it, is approved by a second person. */
export function registerEarnFundings({ approvals, earn }: Services): void {
  const { poolFundings } = earn;
  const committed = async () => {
    await poolFundings.run();
  };
  const roles = ['treasury', 'compliance'] as const;
  approvals.register<NewFunding>(FUND_EARN, {
    roles,
    committed,
    execute: (funding, { approval, transaction }) => poolFundings.approve(transaction, approval.id, funding),
  });
  approvals.register<NewFunding>(RETURN_EARN, {
    roles,
    committed,
    execute: (funding, { approval, transaction }) => poolFundings.approveReturn(transaction, approval.id, funding),
  });
}
