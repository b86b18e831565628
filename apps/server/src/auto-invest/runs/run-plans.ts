import type { AutoInvestReason } from '@vitrine/contract';
import type { Convert, Converted, OwnerId } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import { redeem } from '../../earn/stakes/redeem.ts';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Principal } from '../../kit/principal.ts';
import { outsideReference } from '../../kit/reference.ts';
import { leastOf } from '../../trading/convert/conversion.ts';
import { duePlans, type Plan, readPlan } from '../plans/plan-table.ts';
import { demandUsdt } from '../plans/refuse-terms.ts';
import type { Services } from '../services.ts';
import { appraise, reasonOf } from './appraise.ts';
import { planRun } from './plan-run.ts';
import { notifyBought, notifySkipped } from './run-notices.ts';
import {
  type Bought,
  claimRun,
  endRun,
  insertRun,
  type Purchase,
  purchasesOf,
  type Run,
  storeBought,
  storeRefused,
  unfinishedRuns,
} from './run-table.ts';

/** Maximum number of runs per cycle, and of clients processed concurrently. */
const AT_ONCE = 64;
const CLIENTS_AT_ONCE = 4;
/** How long a plan is deferred after its run failed, so that it does not block others. */
const RETRY_MS = 30_000;
const REACHED_MS = 2_000;

/** How long after its start a run may still redeem and buy: clients expect purchases only at the plan's times. */
const LATE_MS = 3_600_000;

/** Refusals for which a flexible stake cannot be used, and the resulting reason why the run buys nothing. */
const noSource: Readonly<Record<string, AutoInvestReason>> = {
  unknown_stake: 'balance',
  stake_ended: 'balance',
  not_redeemable: 'balance',
  exceeds_balance: 'balance',
  below_minimum: 'balance',
  too_many_redemptions: 'balance',
  account_frozen: 'restricted',
  account_restricted: 'restricted',
};

/**
 * Executes the runs of plans, in bounded cycles. A run's row is stored first. Each purchase is then one conversion with
 * its own reference, so that it takes place at most once even if several processes submit it. A newer lease takes over
 * unfinished runs, and an older one can no longer write to them.
 */
export class RunPlans {
  readonly #services: Services;
  /** Plans whose run failed, and until when each is deferred. */
  readonly #failed = new Map<number, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** One cycle: continues unfinished runs, then begins due ones. Returns whether there may be more to do. */
  async turn(): Promise<boolean> {
    const { pool } = this.#services.autoInvest;
    const runs = await unfinishedRuns(pool, this.#deferred(), AT_ONCE);
    await this.#each(runs, (run) => this.#advance(run.id));
    const plans = await duePlans(pool, this.#services.clock(), this.#deferred(), AT_ONCE);
    await this.#each(
      plans.map((plan) => ({ ...plan, plan: plan.id })),
      (plan) => this.#begin(plan),
    );
    return runs.length === AT_ONCE || plans.length === AT_ONCE;
  }

  #deferred(): number[] {
    const now = performance.now();
    for (const [plan, until] of this.#failed) if (until <= now) this.#failed.delete(plan);
    return [...this.#failed.keys()];
  }

  /** Processes the items of one client sequentially, because they spend the same balance. */
  async #each<T extends { readonly plan: number; readonly owner: OwnerId }>(
    items: readonly T[],
    act: (item: T) => Promise<void>,
  ): Promise<void> {
    const queue = [...Map.groupBy(items, ({ owner }) => owner).values()];
    const work = async () => {
      for (let own = queue.shift(); own !== undefined; own = queue.shift())
        for (const item of own)
          await act(item).catch((error: unknown) => {
            this.#failed.set(item.plan, performance.now() + RETRY_MS);
            this.#services.log.error({ err: error, plan: item.plan }, 'auto-invest run failed, will retry');
          });
    };
    await Promise.all(Array.from({ length: CLIENTS_AT_ONCE }, work));
  }

  async #begin(plan: Plan): Promise<void> {
    const { autoInvest, sequencer } = this.#services;
    const planned = await planRun(this.#services, plan);
    const run = await inTransaction(autoInvest.pool, async (client) => {
      const id = await insertRun(client, plan, planned, sequencer.epoch);
      if (id !== undefined && planned.reason !== undefined)
        await notifySkipped(this.#services, client, plan, { id, reason: planned.reason });
      return id;
    });
    if (run !== undefined && planned.reason === undefined) await this.#advance(run);
  }

  async #advance(id: number): Promise<void> {
    const { autoInvest, sequencer } = this.#services;
    const { pool } = autoInvest;
    const run = await claimRun(pool, id, sequencer.epoch);
    if (run === undefined) return;
    const sent = (await purchasesOf(pool, [id])).filter(({ state }) => state === 'sent');
    const isPaid = sent.length === 0 || (await this.#isLate(run)) || (await this.#redeem(run, sent));
    if (isPaid) for (const purchase of sent) await this.#buy(run, purchase);
    await this.#end(run);
  }

  /**
   * Whether it is too late to begin anything more in this run. Purchases that are already in the log are still
   * recorded.
   */
  async #isLate({ plan, draftedMs }: Run): Promise<boolean> {
    const { autoInvest, clock } = this.#services;
    return clock() - draftedMs > LATE_MS || (await readPlan(autoInvest.pool, plan)).state === 'stopped';
  }

  /** Redeems what the run needs from flexible stakes. If one of them cannot be used, nothing is bought. */
  async #redeem(run: Run, sent: readonly Purchase[]): Promise<boolean> {
    const principal: Principal = { owner: run.owner, may: () => true, unlock: async () => {} };
    for (const { stake, units } of run.sources) {
      try {
        // No client can send this key, because it contains spaces.
        await redeem(this.#services, principal, { stake, units }, `auto-invest run ${run.id} stake ${stake}`);
      } catch (error) {
        const reason = error instanceof ApiError ? noSource[error.code] : undefined;
        if (reason === undefined) throw error;
        await this.#refuse(run, sent, reason);
        return false;
      }
    }
    return true;
  }

  async #buy(run: Run, purchase: Purchase): Promise<void> {
    const { core, sequencer } = this.#services;
    const reference = outsideReference('auto-invest purchase', String(purchase.id));
    // The purchase may already be in the log. It is looked up by reference, because its command had a different price
    // limit.
    const before = core.acceptanceUnder(reference);
    if (before !== undefined) return this.#bought(run, purchase, await this.#amountsAt(run, before.position));
    if (await this.#isLate(run)) return this.#refuse(run, [purchase], 'late');
    const quote = await appraise(this.#services, run.owner, purchase);
    if (typeof quote === 'string') return this.#refuse(run, [purchase], quote);
    const command: Convert = {
      kind: 'Convert',
      owner: run.owner,
      from: demandUsdt(this.#services).asset,
      to: purchase.asset,
      units: purchase.units,
      minUnits: leastOf(quote.receivedUnits),
      reference,
    };
    const outcome = await sequencer.submit(command);
    if (outcome.refusal === undefined) return this.#bought(run, purchase, await this.#amountsOf(run, outcome));
    const reason = reasonOf(outcome.refusal);
    if (reason === undefined) throw new Error(`the ledger refused purchase ${purchase.id}: ${outcome.refusal}`);
    return this.#refuse(run, [purchase], reason);
  }

  async #amountsOf(run: Run, { events, position, repeated }: Outcome): Promise<Bought> {
    const converted = events.find((event): event is Converted & { kind: 'Converted' } => event.kind === 'Converted');
    if (repeated !== undefined || converted === undefined)
      return this.#amountsAt(run, (repeated ?? { position }).position);
    return { ...converted, position };
  }

  /** The amounts of the conversion at a log position, read from the tables. */
  async #amountsAt({ owner }: Run, position: number): Promise<Bought> {
    const { histories } = this.#services;
    const isReached = await histories.reached(position, REACHED_MS);
    const converted = isReached ? await histories.convertAt(owner, position) : undefined;
    if (converted === undefined) throw new Error(`the conversion at position ${position} is not in the tables yet`);
    return converted;
  }

  #bought(run: Run, purchase: Purchase, bought: Bought): Promise<void> {
    const { autoInvest, sequencer } = this.#services;
    return inTransaction(autoInvest.pool, (client) => storeBought(client, run, purchase, bought, sequencer.epoch));
  }

  #refuse(run: Run, purchases: readonly Purchase[], reason: AutoInvestReason): Promise<void> {
    const { autoInvest, sequencer } = this.#services;
    const ids = purchases.map(({ id }) => id);
    return storeRefused(autoInvest.pool, run, ids, reason, sequencer.epoch);
  }

  async #end(run: Run): Promise<void> {
    const { autoInvest, sequencer, clock } = this.#services;
    await inTransaction(autoInvest.pool, async (client) => {
      const purchases = await purchasesOf(client, [run.id]);
      if (purchases.some(({ state }) => state === 'sent')) return;
      const isDone = purchases.some(({ state }) => state === 'done');
      const reason = isDone ? undefined : (purchases[0]?.reason ?? 'no_liquidity');
      if (!(await endRun(client, run, { reason, nowMs: clock(), epoch: sequencer.epoch }))) return;
      const plan = await readPlan(client, run.plan);
      if (reason === undefined) await notifyBought(this.#services, client, plan, purchases);
      else await notifySkipped(this.#services, client, plan, { id: run.id, reason });
    });
  }
}
