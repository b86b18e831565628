import { call } from '../../../lib/api.ts';
import { ownSum } from '../../../lib/withdrawals.ts';
import type { WithdrawForm } from './types.ts';

export type Confirmation = {
  readonly verification: string;
  readonly transaction_password: string;
  readonly totp?: string;
  readonly passkey?: { readonly token: string; readonly response: Record<string, unknown> };
};

/** The form's values under the API's field names. */
const named = ({ coin, network, address, amount }: Omit<WithdrawForm, 'isNetworkChosen'>) => {
  if (network === undefined) throw new Error('the withdrawal has no network');
  return { coin, bchain_name: network, withdraw_address: address, withdraw_amount: amount };
};

/** Creates a draft on the server, which emails the draft's code unless it is a one-step withdrawal. Throws ApiError. */
export async function draftOf(form: WithdrawForm, oneStep: boolean) {
  const drafted = await call('POST /api/v3/otp', { body: { ...named(form), one_step: oneStep } });
  const { withdraw_address: address, ...draft } = drafted.draft;
  return { ...drafted, draft: { ...ownSum(draft), address } };
}

export type Draft = Awaited<ReturnType<typeof draftOf>>;

/** Confirms a draft exactly as stored. Throws ApiError. */
export async function confirmDraft({ draft }: Draft, confirmation: Confirmation, idempotencyKey: string) {
  const body = { ...named(draft), gasfee: draft.fee, ...confirmation };
  const { result, ...verdict } = await call('POST /api/v3/withdrawals', { body, idempotencyKey });
  return { ...verdict, sent: result && ownSum(result) };
}

export type Verdict = Awaited<ReturnType<typeof confirmDraft>>;

type Question = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];

/** Asks for a passkey that confirms this draft; undefined if the draft needs none. Throws any error of the browser. */
export async function passkeyFor({ passkey }: Draft): Promise<Confirmation['passkey']> {
  if (passkey === undefined) return undefined;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON: passkey.options as unknown as Question });
  return { token: passkey.token, response: { ...response } };
}
