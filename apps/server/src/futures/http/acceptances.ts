import { nameIn } from '../../kit/instruments.ts';
import type { Handler } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';

export const acceptFuturesRisks: Handler<'acceptFuturesRisks'> = async ({ services, session }) => {
  await services.acceptances.acceptRisks(session.owner);
  return { message: 'success' };
};

export const acceptMinimumTerm: Handler<'acceptMinimumTerm'> = async ({ services, session, body }) => {
  const perpetual = findPerpetual(services, body.name);
  await services.acceptances.acceptTerm(session.owner, perpetual, body.minimum_term_days);
  return { message: 'success', name: nameIn.web(perpetual), minimum_term_days: body.minimum_term_days };
};
