import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import type { CoinProfile } from '../../projections/tables/coins.ts';
import { COIN_PROFILE, type CoinProfileParameters } from '../listing-approvals.ts';
import { demandCoherent } from '../profile-rules.ts';
import type { Handler } from '../services.ts';
import { askForApproval } from './ask-for-approval.ts';
import { profileView } from './listing-view.ts';

export const consoleAskForCoinProfile: Handler<'consoleAskForCoinProfile'> = (call) => {
  const { services, body } = call;
  const { coin, reason: _, ...facts } = body;
  const { code } = findAsset(services, coin);
  const { coins } = services;
  const [before, after] = [coins.profileOf(code), profileOf(code, facts)];
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  demandCoherent(after, services.clock());
  const parameters: CoinProfileParameters = { before, after };
  return askForApproval(call, {
    kind: COIN_PROFILE,
    subject: `coin ${code}`,
    parameters,
    before: coins.hasProfile(code) ? profileView(before) : null,
    after: profileView(after),
  });
};

type Facts = Omit<BodyOf<typeof endpoints.consoleAskForCoinProfile>, 'coin' | 'reason'>;

const profileOf = (code: string, facts: Facts): CoinProfile => ({
  code,
  issueDate: facts.issue_date,
  maximumSupply: facts.max_supply,
  totalSupply: facts.total_supply,
  circulatingSupply: facts.circulating_supply,
  supplyDate: facts.supply_date,
  supplySource: facts.supply_source.trim(),
  ranking: facts.ranking,
  marketCap: facts.market_cap,
  marketDominance: facts.market_dominance,
  figuresDate: facts.figures_date,
  figuresSource: facts.figures_source.trim(),
  allTimeHigh: facts.all_time_high,
  allTimeHighDate: facts.all_time_high_date,
  allTimeLow: facts.all_time_low,
  allTimeLowDate: facts.all_time_low_date,
  recordsDate: facts.records_date,
  recordsSource: facts.records_source.trim(),
  intro: facts.intro.trim(),
});
