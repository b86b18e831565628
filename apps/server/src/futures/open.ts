import type { Ground } from '../kit/ground.ts';
import { FundingRates } from './funding/funding-rates.ts';
import type { Services } from './services.ts';

type Below = Pick<Services, 'clock'>;

export const openFutures = ({ clock }: Below, { pool }: Ground) => ({ fundingRates: new FundingRates(pool, clock) });
