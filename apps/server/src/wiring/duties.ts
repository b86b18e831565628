import { duties as auth } from '../auth/duties.ts';
import { duties as autoInvest } from '../auto-invest/duties.ts';
import { duties as custody } from '../custody/duties.ts';
import { duties as earn } from '../earn/duties.ts';
import { duties as futures } from '../futures/duties.ts';
import type { Duty } from '../kit/loop.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';
import { duties as kyc } from '../kyc/duties.ts';
import { duties as listing } from '../listing/duties.ts';
import { duties as notifications } from '../notifications/duties.ts';
import { duties as payments } from '../payments/duties.ts';
import { duties as restrictions } from '../restrictions/duties.ts';
import { duties as rewards } from '../rewards/duties.ts';
import { duties as staff } from '../staff/duties.ts';
import { duties as support } from '../support/duties.ts';
import { duties as trading } from '../trading/duties.ts';
import type { Services } from './services.ts';

/** The leader's duties, in the order of the modules. To make a follower the leader, these have to be started. */
export const dutiesOf = (services: Services, connect: () => Promise<ChannelConnection>): readonly Duty[] => [
  ...notifications(services),
  ...auth(services),
  ...staff(services),
  ...restrictions(services),
  ...kyc(services),
  ...support(services),
  ...trading(services),
  ...futures(services),
  ...listing(services),
  ...earn(services),
  ...autoInvest(services),
  ...custody(services, connect),
  ...payments(services),
  ...rewards(services),
];

export async function startDuties(duties: readonly Duty[]): Promise<void> {
  for (const duty of duties) await duty.start();
}

/** Stops the duties in reverse order: a duty stops before those to which it passes work. */
export async function stopDuties(duties: readonly Duty[]): Promise<void> {
  for (const duty of duties.toReversed()) await duty.stop();
}
