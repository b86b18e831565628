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
  | 'consoleAskToOpenMarket'
  | 'consoleAskToDelistMarket'
  | 'consoleAskToCancelDelisting'
>;

/** Requests approval of a change to a coin or a market; returns the approval's number. Errors: approver_too_new. */
export async function askForApproval(
  { services, session, body, audit }: Asking,
  wish: Omit<NewApproval, 'reason'>,
): Promise<{ approval: number }> {
  const { reason } = body;
  const { subject, before, after } = wish;
  const approval = await services.approvals.ask(session, { ...wish, reason });
  audit({ subject, before, after: { approval, after }, reason });
  return { approval };
}
