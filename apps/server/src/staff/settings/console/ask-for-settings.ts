import { isDeepStrictEqual } from 'node:util';
import type { ErrorParameters } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Call } from '../../services.ts';

type SettingsCall = Call<'consoleAskForFees' | 'consoleAskForLimits' | 'consoleAskForNetworks'>;

interface Wish {
  readonly kind: string;
  readonly parameters: unknown;
  readonly before: unknown;
  readonly after: unknown;
  /** What is wrong with the new settings, if anything. */
  readonly fault: ErrorParameters<'settings_invalid'> | undefined;
}

/**
 * Requests approval of a change to the exchange's settings, and returns the approval's number. Errors:
 * settings_changed, settings_invalid, nothing_to_change, approver_too_new.
 */
export async function askForSettings(call: SettingsCall, wish: Wish): Promise<{ approval: number }> {
  const { services, session } = call;
  const { base_version, reason } = call.body;
  const { fault, ...asked } = wish;
  const { before, after } = asked;
  if (base_version !== services.exchangeSettings.version()) throw new ApiError('settings_changed');
  if (fault !== undefined) throw new ApiError('settings_invalid', fault);
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  const subject = 'exchange settings';
  const approval = await services.approvals.ask(session, { ...asked, subject, reason });
  call.audit({ subject, before, after: { approval, after }, reason });
  return { approval };
}
