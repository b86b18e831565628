import type { BodyOf, endpoints } from '@vitrine/contract';
import { readUnits } from '../../kit/amounts.ts';
import { findAsset } from '../../kit/find.ts';
import type { PlanTerms } from '../plans/plan-table.ts';
import { demandUsdt } from '../plans/refuse-terms.ts';
import type { Schedule } from '../rules/schedule.ts';
import type { Services } from '../services.ts';

type Fields = Omit<BodyOf<typeof endpoints.createAutoInvestPlan>, 'kind' | 'transaction_password' | 'remember'>;

/** The schedule's fields, in a fixed order. */
export const readSchedule = ({ cycle, weekday, day, hour }: Schedule): Schedule => ({ cycle, weekday, day, hour });

/** Parses the requested terms. Errors: unknown_coin, and those of an amount. */
export const readTerms = (services: Services, fields: Fields): PlanTerms => ({
  name: fields.name?.trim() ?? '',
  list: fields.list,
  shares: (fields.coins ?? []).map(({ name, percent }) => ({ asset: findAsset(services, name).asset, percent })),
  units: readUnits(fields.amount, demandUsdt(services)),
  schedule: readSchedule(fields),
  useFlexible: fields.use_flexible ?? false,
});
