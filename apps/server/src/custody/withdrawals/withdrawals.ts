import type { AccountCodes } from '../../auth/security/account-codes.ts';
import { AddressBook } from './address-book.ts';
import { BlockedAddresses } from './blocked.ts';
import { WithdrawalChoicesTable } from './choices.ts';
import type { Destinations } from './destinations.ts';
import { WithdrawalHints } from './hints.ts';
import { WithdrawalLimits, type WithdrawalLimitsParts } from './limits.ts';
import { WithdrawalNotifier, type WithdrawalNotifierParts } from './notifier.ts';
import { WithdrawalProgress, type WithdrawalProgressParts } from './progress.ts';
import { WithdrawalRequests, type WithdrawalRequestsParts } from './requests.ts';
import { WithdrawalReview } from './review.ts';
import { WithdrawalRules } from './rules.ts';
import { WithdrawalsTable } from './table.ts';
import { UnfinishedWithdrawals } from './unfinished.ts';

export interface WithdrawalsParts
  extends WithdrawalLimitsParts,
    WithdrawalNotifierParts,
    Pick<WithdrawalProgressParts, 'submit' | 'log'>,
    Pick<WithdrawalRequestsParts, 'codes' | 'authenticators' | 'passkeys' | 'securityEvents'> {
  readonly authenticators: WithdrawalLimitsParts['authenticators'] & WithdrawalRequestsParts['authenticators'];
  readonly passkeys: WithdrawalLimitsParts['passkeys'] & WithdrawalRequestsParts['passkeys'];
  readonly destinations: Destinations;
}

/** Everything about withdrawals except sending them. */
export interface Withdrawals {
  readonly table: WithdrawalsTable;
  readonly limits: WithdrawalLimits;
  readonly rules: WithdrawalRules;
  readonly requests: WithdrawalRequests;
  readonly progress: WithdrawalProgress;
  readonly review: WithdrawalReview;
  readonly telling: WithdrawalNotifier;
  readonly book: AddressBook;
  readonly choices: WithdrawalChoicesTable;
  readonly blocked: BlockedAddresses;
  readonly destinations: Destinations;
  readonly codes: AccountCodes;
}

export function createWithdrawals(parts: WithdrawalsParts): Withdrawals {
  const { pool, clock, core } = parts;
  const table = new WithdrawalsTable(pool, clock);
  const limits = new WithdrawalLimits(parts);
  const telling = new WithdrawalNotifier(parts);
  const book = new AddressBook(pool, clock);
  const choices = new WithdrawalChoicesTable(pool, clock);
  const blocked = new BlockedAddresses(parts);
  const rules = new WithdrawalRules({ ...parts, limits, book, choices, blocked });
  const hints = new WithdrawalHints(pool, core);
  const progress = new WithdrawalProgress({ ...parts, table, limits, hints, telling });
  const unfinished = new UnfinishedWithdrawals(pool, clock);
  const requests = new WithdrawalRequests({ ...parts, table, rules, limits, unfinished, hints, progress, telling });
  const review = new WithdrawalReview({ pool, clock, table, progress, telling });
  const { destinations, codes } = parts;
  return { table, limits, rules, requests, progress, review, telling, book, choices, blocked, destinations, codes };
}
