import type { endpoints } from '@vitrine/contract';
import { formatPrice, type MarketUnits, priceTicks, tickStep } from '@vitrine/money';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { LIST_PERPETUAL, type ListPerpetualParameters } from '../listing-approvals.ts';
import { readMarketUnits, readPerpetualTerms } from '../market-form.ts';
import type { Handler, Services } from '../services.ts';
import { askForApproval } from './ask-for-approval.ts';

type Asset = ReturnType<typeof findAsset>;

/** How far the first mark price may be from the index. */
const MAX_DISTANCE = 0.05;

export const consoleAskForPerpetual: Handler<typeof endpoints.consoleAskForPerpetual> = (call) => {
  const { services, body } = call;
  const { base: baseCode, quote: quoteCode, reason: _, ...form } = body;
  const [base, quote] = [findAsset(services, baseCode), findAsset(services, quoteCode)];
  const name = `${base.code}-${quote.code}-PERP`;
  if (base === quote || services.instruments.byName('web', name) !== undefined)
    throw new ApiError('listed_already', { name });
  const units = readMarketUnits(form, base, quote);
  readPerpetualTerms(form, base, quote, units);
  demandIndex(services, base, quote, units);
  const parameters: ListPerpetualParameters = { base: base.code, quote: quote.code, form };
  return askForApproval(call, {
    subject: `market ${name}`,
    kind: LIST_PERPETUAL,
    parameters,
    before: null,
    after: form,
  });
};

/** Without a source of its index, the market's mark price would never move. Errors: listing_invalid. */
function demandIndex({ indexFeed }: Services, base: Asset, quote: Asset, units: MarketUnits): void {
  const tick = tickStep(units.tickLotUnits, units.lotUnits, base.scale, quote.scale);
  const ticks = indexFeed.indexFor({ base, quote, tick });
  if (ticks === undefined) throw new ApiError('listing_invalid', { reason: 'no_index', field: 'base' });
  if (Math.abs(units.referenceTicks / ticks - 1) <= MAX_DISTANCE) return;
  const most = formatPrice(priceTicks(Math.max(1, Math.round(ticks))), tick);
  throw new ApiError('listing_invalid', { reason: 'price_off_index', field: 'reference_price', most });
}
