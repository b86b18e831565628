import { ApiError } from '../../kit/api-error.ts';
import { findListedMarket } from '../../kit/find.ts';
import { nameIn } from '../../kit/instruments.ts';
import {
  currentReference,
  nextReference,
  REFERENCE_PRICE,
  type ReferencePriceParameters,
  readReference,
} from '../reference-price.ts';
import type { Handler } from '../services.ts';
import { askForApproval } from './ask-for-approval.ts';

export const consoleAskForReferencePrice: Handler<'consoleAskForReferencePrice'> = async (call) => {
  const { services, body } = call;
  const instrument = findListedMarket(services, body.name);
  const { market } = instrument;
  await services.delistings.demandNone(market);
  const before = currentReference(services, instrument);
  const text = body.reference_price;
  const ticks = text === undefined ? undefined : readReference(services, instrument, text);
  const after = nextReference(services, instrument, ticks);
  if (before.reference_price === after.reference_price) throw new ApiError('nothing_to_change');
  const parameters: ReferencePriceParameters = {
    market,
    before: before.reference_price,
    after: after.reference_price,
  };
  return askForApproval(call, {
    subject: `market ${nameIn.web(instrument)}`,
    kind: REFERENCE_PRICE,
    parameters,
    before,
    after,
  });
};
