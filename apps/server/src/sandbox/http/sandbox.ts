import { setTimeout as sleep } from 'node:timers/promises';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

/** How long moving the clock waits for what is then due. */
const SETTLED_WITHIN_MS = 60_000;

export const sandboxAuthenticator: Handler<'sandboxAuthenticator'> = async ({ services, body }) => {
  const isKnown = await services.access.authenticators.settle(body.email.trim().toLowerCase());
  if (!isKnown) throw new ApiError('not_found');
  return { message: 'success' };
};

export const sandboxBlocks: Handler<'sandboxBlocks'> = async ({ services, body }) => {
  if (services.sandboxChains === undefined) throw new ApiError('unavailable');
  await services.sandboxChains.mine(body.network, body.count);
  return { message: 'success', height: (await services.custody.tipHeight(body.network)) ?? 0 };
};

export const sandboxClock: Handler<'sandboxClock'> = async ({ services, body }) => {
  const { position } = await submit(services, { kind: 'AdvanceClock', byMs: body.advanceSeconds * 1000 });
  const answer = { message: 'success', time: services.clock(), position } as const;
  const { earn, autoInvest } = services;
  if (body.settle === true) {
    const [settled] = await Promise.all([
      earn.settle(SETTLED_WITHIN_MS),
      Promise.race([autoInvest.running.next(), sleep(SETTLED_WITHIN_MS, undefined, { ref: false })]),
    ]);
    return { ...answer, settled };
  }
  for (const loop of [earn.posting, earn.settling, earn.payingOutputs, autoInvest.running]) loop.poke();
  return answer;
};

export const sandboxMessages: Handler<'sandboxMessages'> = ({ services, query }) => {
  if (services.outbox === undefined) throw new ApiError('not_found');
  return services.outbox.messages(query.to);
};

export const sandboxPrices: Handler<'sandboxPrices'> = ({ services, body }) => {
  const { coin, changePercent, seconds } = body;
  if (!services.sandboxPrices?.isRunning) throw new ApiError('not_found');
  if (!services.sandboxPrices.move(coin.toUpperCase(), 1 + changePercent / 100, seconds))
    throw new ApiError('unknown_coin', { coin });
  return { message: 'success' };
};

export const sandboxStaff: Handler<'sandboxStaff'> = async ({ services, body }) => {
  if (!(await services.staff.settle(body.email.trim().toLowerCase()))) throw new ApiError('not_found');
  return { message: 'success' };
};
