import type { Ground } from '../kit/ground.ts';
import { Objections } from './objections.ts';
import { Restrictions } from './restrictions.ts';
import type { Services } from './services.ts';

type Below = Pick<
  Services,
  | 'core'
  | 'clock'
  | 'sequencer'
  | 'sessions'
  | 'securityEvents'
  | 'notices'
  | 'mailQueue'
  | 'brand'
  | 'log'
  | 'uploadLimits'
>;

export async function openRestrictions(below: Below, { pool }: Ground) {
  const { clock, sequencer, sessions, securityEvents, notices, mailQueue, brand, log, uploadLimits: limits } = below;
  const parts = {
    pool,
    core: () => below.core,
    clock,
    submit: sequencer.submit,
    sessions,
    securityEvents,
    notices,
    mailQueue,
    brand,
    log,
  };
  const restrictions = new Restrictions(parts);
  await restrictions.refresh();
  return { restrictions, objections: new Objections({ ...parts, restrictions, limits }) };
}
