import type { Texts } from '../kit/texts.ts';
import { type Letter, paragraphs } from '../notifications/mail/mails.ts';
import { CLOSE_ONLY_BAND_PERCENT } from './close-only-rules.ts';

export interface PlannedFacts {
  /** The market's name. */
  readonly name: string;
  readonly atMs: number;
  /** The time from which orders that open positions are refused; undefined for a spot market. */
  readonly closeOnlyMs: number | undefined;
  /** The coin that is traded in a spot market, or in which positions are settled. */
  readonly coin: string;
}

const happens = ({ say, time }: Texts, { name, atMs, closeOnlyMs, coin }: PlannedFacts): string => {
  if (closeOnlyMs === undefined)
    return paragraphs(say('delisting.spot', { name, time: time(atMs) }), say('delisting.spotBalances', { coin }));
  const percent = CLOSE_ONLY_BAND_PERCENT;
  return paragraphs(
    say('delisting.futures', { name, time: time(atMs), closeOnly: time(closeOnlyMs), percent }),
    say('delisting.futuresEnd', { coin }),
  );
};

export const delistingPlannedMail =
  (facts: PlannedFacts): Letter =>
  (texts) => ({ subject: texts.say('delisting.plannedSubject', { name: facts.name }), text: happens(texts, facts) });

export const delistingReminderMail =
  (facts: PlannedFacts): Letter =>
  (texts) => ({
    subject: texts.say('delisting.reminderSubject', { name: facts.name, time: texts.time(facts.atMs) }),
    text: happens(texts, facts),
  });

export const delistingCancelledMail =
  ({ name, atMs, closeOnlyMs }: PlannedFacts): Letter =>
  ({ say, time }) => ({
    subject: say('delisting.cancelledSubject', { name }),
    text: say(closeOnlyMs === undefined ? 'delisting.cancelledSpot' : 'delisting.cancelledFutures', {
      name,
      time: time(atMs),
    }),
  });

interface SettledFacts {
  readonly name: string;
  /** With the coin. */
  readonly size: string;
  readonly price: string;
}

export const positionSettledMail =
  ({ name, size, price }: SettledFacts): Letter =>
  ({ say }) => ({ subject: say('settled.subject', { name }), text: say('settled.text', { name, size, price }) });
