import type { NewApproval } from '../../staff/approvals/approvals.ts';
import type { Call } from '../services.ts';

type Asking = Call<
  | 'consoleAskForCoin'
  | 'consoleAskToDescribeCoin'
  | 'consoleAskForCoinProfile'
  | 'consoleAskForMarket'
  | 'consoleAskForPerpetual'
  | 'consoleAskForMarketRules'
  | 'consoleAskForPerpetualTerms'
  | 'consoleAskForIndexSources'
  | 'consoleAskForReferencePrice'
  | 'consoleAskToOpenMarket'
  | 'consoleAskToDelistMarket'
  | 'consoleAskToCancelDelisting'
>;

/**
 * Requests approval of a change to a coin or a market, and ends its draft, if any; returns the approval's number. Errors:
 * approver_too_new.
 */
export async function askForApproval(
  { services, session, body, audit }: Asking,
  wish: Omit<NewApproval, 'reason'>,
  draftId?: string,
): Promise<{ approval: number }> {
  const { reason } = body;
  const { subject, before, after } = wish;
  const approval = await services.listingDrafts.request(session.staffId, draftId, (database) =>
    services.approvals.ask(session, { ...wish, reason }, database),
  );
  audit({ subject, before, after: { approval, after }, reason });
  return { approval };
}
