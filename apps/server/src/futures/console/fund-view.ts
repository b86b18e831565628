import { systemOwners } from '@vitrine/core';
import { isPerpetual, nameIn } from '../../kit/instruments.ts';
import { quoteText, sizeText } from '../../projections/wire.ts';
import { signedQuoteText } from '../http/wire.ts';
import type { Services } from '../services.ts';
import { liquidationPriceText, type RiskView } from './risk-view.ts';

/** The insurance fund: its balance, and the positions that it has taken over. */
export function fundView({ core, instruments }: Services): RiskView['fund'] {
  const first = instruments.all().find(isPerpetual);
  if (first === undefined) return { available: '0', margin: '0', profit: '0', equity: '0', positions: [] };
  const { availableUnits } = core.balance(systemOwners.insurance, 'future', first.quote.asset);
  const views = core.positions(systemOwners.insurance);
  const sumOf = (key: 'marginUnits' | 'profitUnits') => views.reduce((sum, view) => sum + view[key], 0);
  const [margin, profit] = [sumOf('marginUnits'), sumOf('profitUnits')];
  return {
    available: quoteText(first, availableUnits),
    margin: signedQuoteText(first, margin),
    profit: signedQuoteText(first, profit),
    equity: signedQuoteText(first, availableUnits + margin + profit),
    positions: views.map((view) => {
      const instrument = instruments.byMarket(view.market);
      return {
        name: nameIn.web(instrument),
        side: view.position,
        size: sizeText(instrument, view.sizeLots),
        cost: quoteText(instrument, view.costUnits),
        profit: signedQuoteText(instrument, view.profitUnits),
        liquidation_price: liquidationPriceText(instrument, view.liquidationTicks),
      };
    }),
  };
}
