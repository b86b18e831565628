import { type Answer, call } from '../../../lib/api.ts';
import type { WithdrawForm } from './types.ts';

export type Draft = Answer<'POST /api/v3/otp'>;
export type Confirmation = {
  readonly verification: string;
  readonly transaction_password: string;
  readonly totp?: string;
  readonly passkey?: { readonly token: string; readonly response: Record<string, unknown> };
};

/** The form as calls name it. */
const named = ({ coin, network, address, amount }: WithdrawForm) => {
  if (network === undefined) throw new Error('a withdrawal without a network');
  return { coin, bchain_name: network, withdraw_address: address, withdraw_amount: amount };
};

/** Stores it and has its code mailed. Throws ApiError. */
export const draftOf = (form: WithdrawForm, oneStep: boolean): Promise<Draft> =>
  call('POST /api/v3/otp', { body: { ...named(form), one_step: oneStep } });

/** Confirms a draft as it is written there. Throws ApiError. */
export const confirmDraft = ({ draft }: Draft, confirmation: Confirmation, idempotencyKey: string) => {
  const { coin, network: bchain_name, withdraw_address, withdraw_amount, gasfee } = draft;
  return call('POST /api/v3/withdrawals', {
    body: { coin, bchain_name, withdraw_address, withdraw_amount, gasfee, ...confirmation },
    idempotencyKey,
  });
};

type Question = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];

/** Has the client's device confirm this draft. Throws what the browser throws. */
export async function passkeyFor({ passkey }: Draft): Promise<Confirmation['passkey']> {
  if (passkey === undefined) return undefined;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON: passkey.options as unknown as Question });
  return { token: passkey.token, response: { ...response } };
}
