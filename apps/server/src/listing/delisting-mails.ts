import { utcTime } from '../kit/utc-time.ts';
import type { MailContent } from '../notifications/mail/mails.ts';
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

const happens = ({ name, atMs, closeOnlyMs, coin }: PlannedFacts): string[] =>
  closeOnlyMs === undefined
    ? [
        `${name} will be delisted on ${utcTime(atMs)}. Until then, you can trade as usual. At that time, all open orders are cancelled, and so are limit conversions that no other market can execute.`,
        `Your balances are not affected: you can hold, deposit and withdraw ${coin} as before.`,
      ]
    : [
        `${name} will be delisted on ${utcTime(atMs)}. From ${utcTime(closeOnlyMs)}, this market accepts only orders that reduce or close positions, and open orders that could open a position are cancelled. From then on, orders are filled only at prices within ${CLOSE_ONLY_BAND_PERCENT}% of the mark price; a stop-limit order with a limit beyond that is not placed when its trigger is reached. Other stop orders may find no counterparty at these prices. Such an order is cancelled, and your position stays open until you close it or the delisting closes it.`,
        `When the delisting begins, all orders are cancelled. Positions that are still open at that time are closed about half an hour later, without fees, at the mean mark price of that half hour. Your margin and your profit or loss are then in your futures wallet, in ${coin}. If you want to choose the price yourself, close your positions before the delisting.`,
      ];

export const delistingPlannedMail = (facts: PlannedFacts): MailContent => ({
  subject: `${facts.name} will be delisted`,
  text: happens(facts).join('\n\n'),
});

export const delistingReminderMail = (facts: PlannedFacts): MailContent => ({
  subject: `Reminder: ${facts.name} will be delisted on ${utcTime(facts.atMs)}`,
  text: happens(facts).join('\n\n'),
});

export const delistingCancelledMail = ({ name, atMs, closeOnlyMs }: PlannedFacts): MailContent => ({
  subject: `${name} will not be delisted`,
  text: `The delisting of ${name} planned for ${utcTime(atMs)} was cancelled. You can ${closeOnlyMs === undefined ? '' : 'keep your positions and '}trade in this market as before.`,
});

interface SettledFacts {
  readonly name: string;
  /** With the coin. */
  readonly size: string;
  readonly price: string;
}

export const positionSettledMail = ({ name, size, price }: SettledFacts): MailContent => ({
  subject: `Your position in ${name} was closed because the market was delisted`,
  text: `${name} was delisted. Your position of ${size} was closed without a fee, at the settlement price of ${price}, which was the same for all positions.\n\nThe margin and your profit or loss are in your futures wallet, and your trade history shows the details.`,
});
