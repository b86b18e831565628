import type { OwnerId } from '@vitrine/core';
import type { PoolClient } from 'pg';
import type { Perpetual } from '../kit/instruments.ts';
import type { Texts } from '../kit/texts.ts';
import { type Letter, paragraphs } from '../notifications/mail/mails.ts';
import { marketName } from '../projections/wire.ts';
import type { TermsBody } from './market-form.ts';
import type { Services } from './services.ts';

type Terms = Required<TermsBody>;

/** The unit of each term in an email. */
const units: Readonly<Record<keyof Terms, 'times' | 'percent' | 'quote' | 'base' | 'days'>> = {
  maximum_leverage: 'times',
  maintenance_percent: 'percent',
  risk_limit: 'quote',
  risk_step: 'quote',
  risk_step_percent: 'percent',
  liquidation_fee_percent: 'percent',
  maximum_position: 'base',
  maximum_open_interest: 'base',
  minimum_term_days: 'days',
};

const changedTerms = (before: Terms, after: Terms): (keyof Terms)[] =>
  (Object.keys(units) as (keyof Terms)[]).filter((term) => before[term] !== after[term]);

/** One line for each term that changes. */
function changedLine(
  { say }: Texts,
  { base, quote }: Perpetual,
  term: keyof Terms,
  before: Terms,
  after: Terms,
): string {
  const written = (count: Terms[keyof Terms]): string =>
    ({
      times: `${count}×`,
      percent: `${count}%`,
      quote: `${count} ${quote.code}`,
      base: `${count} ${base.code}`,
      days: say('terms.days', { count }),
    })[units[term]];
  return say('terms.changed', {
    label: say(`terms.${term}`),
    before: written(before[term]),
    after: written(after[term]),
  });
}

const termsChangedMail =
  (perpetual: Perpetual, before: Terms, after: Terms): Letter =>
  (texts) => {
    const name = marketName(perpetual);
    const lines = changedTerms(before, after).map((term) => changedLine(texts, perpetual, term, before, after));
    return {
      subject: texts.say('terms.subject', { name }),
      text: paragraphs(texts.say('terms.lead', { name }), lines.join('\n'), texts.say('terms.end')),
    };
  };

/** Notifies these clients of the new terms, in the transaction that marks the change as approved. */
export async function notifyOfTerms(
  { notices, mailQueue }: Pick<Services, 'notices' | 'mailQueue'>,
  perpetual: Perpetual,
  { owners, before, after }: { readonly owners: readonly OwnerId[]; readonly before: Terms; readonly after: Terms },
  transaction: PoolClient,
): Promise<void> {
  if (changedTerms(before, after).length === 0 || owners.length === 0) return;
  await notices.addToAll(owners, 'market_terms_changed', { name: marketName(perpetual) }, transaction);
  await mailQueue.addToAll(owners, termsChangedMail(perpetual, before, after), transaction);
}
