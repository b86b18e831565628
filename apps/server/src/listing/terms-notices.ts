import type { OwnerId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { Perpetual } from '../kit/instruments.ts';
import type { MailContent } from '../notifications/mail/mails.ts';
import { marketName } from '../projections/wire.ts';
import type { TermsBody } from './market-form.ts';
import type { Services } from './services.ts';

type Terms = Required<TermsBody>;

/** What each term is called in an email, and its unit there. */
const named: Readonly<
  Record<keyof Terms, readonly [label: string, unit: 'times' | 'percent' | 'quote' | 'base' | 'days']>
> = {
  maximum_leverage: ['Maximum leverage', 'times'],
  maintenance_percent: ['Maintenance margin', 'percent'],
  risk_limit: ['Risk limit of the first tier', 'quote'],
  risk_step: ['Size of each further tier', 'quote'],
  risk_step_percent: ['Maintenance margin added per tier', 'percent'],
  liquidation_fee_percent: ['Liquidation fee', 'percent'],
  maximum_position: ['Maximum position', 'base'],
  maximum_open_interest: ['Maximum open interest', 'base'],
  minimum_term_days: ['Minimum term', 'days'],
};

/** One line for each term that changes. */
function changedLines({ base, quote }: Perpetual, before: Terms, after: Terms): string[] {
  const units = { times: '×', percent: '%', quote: ` ${quote.code}`, base: ` ${base.code}`, days: ' days' };
  return (Object.keys(named) as (keyof Terms)[])
    .filter((term) => before[term] !== after[term])
    .map((term) => {
      const [label, unit] = named[term];
      return `${label}: ${before[term]}${units[unit]}, now ${after[term]}${units[unit]}`;
    });
}

const termsChangedMail = (name: string, lines: readonly string[]): MailContent => ({
  subject: `The contract terms of ${name} have changed`,
  text: `You have an open position in ${name}, whose contract terms have changed:\n\n${lines.join('\n')}\n\nA change of the maintenance margin moves the liquidation price of your position: check it, and add margin or reduce the position if necessary.`,
});

/** Notifies these clients of the new terms, in the transaction that marks the change as approved. */
export async function notifyOfTerms(
  { notices, mailQueue }: Pick<Services, 'notices' | 'mailQueue'>,
  perpetual: Perpetual,
  { owners, before, after }: { readonly owners: readonly OwnerId[]; readonly before: Terms; readonly after: Terms },
  transaction: PoolClient,
): Promise<void> {
  const lines = changedLines(perpetual, before, after);
  if (lines.length === 0 || owners.length === 0) return;
  const name = marketName(perpetual);
  await notices.addToAll(owners, 'market_terms_changed', { name }, transaction);
  await mailQueue.addToAll(owners, termsChangedMail(name, lines), transaction);
}
