import type { TFunction } from 'i18next';
import type { SecurityEvent } from '../../../lib/security.ts';

/** The event as a sentence. */
export const eventText = (t: TFunction<'security'>, { kind }: SecurityEvent): string => t(`events.kinds.${kind}`);

/** The event's details, if any, such as the purpose of a code, the last digits of a number, or the new limit. */
export function eventDetail(t: TFunction<'security'>, { kind, details }: SecurityEvent): string {
  if (details.purpose !== undefined) return purposeText(t, details.purpose);
  if (details.ending !== undefined) return t('events.ending', { ending: details.ending });
  if (details.limit !== undefined) return t('events.limit', { limit: details.limit });
  if (kind === 'session_revoked' && details.sessions !== undefined)
    return t('events.sessions', { count: Number(details.sessions) });
  if (details.photo !== undefined) return photoText(t, details.photo);
  return details.label ?? details.name ?? '';
}

const purposes = [
  'account_password',
  'transaction_password',
  'passkey_removal',
  'anti_phishing',
  'mobile_number',
  'password_reset',
  'second_factor',
  'withdrawal',
  'saved_address',
] as const;

function purposeText(t: TFunction<'security'>, purpose: string): string {
  const known = purposes.find((name) => name === purpose);
  return known === undefined ? '' : t(`events.purposes.${known}`);
}

const photos = ['selfie', 'front', 'back'] as const;

function photoText(t: TFunction<'security'>, photo: string): string {
  const known = photos.find((kind) => kind === photo);
  return known === undefined ? '' : t(`events.photos.${known}`);
}

/** Whether the exchange itself caused the event: then there is no device, and nothing to report. */
export const isByUs = ({ ip }: SecurityEvent): boolean => ip === '';

/** Events that are signs of a possible attack if the client did not cause them. */
const suspicious: ReadonlySet<SecurityEvent['kind']> = new Set([
  'sign_in_failed',
  'wrong_code',
  'wrong_account_password',
  'wrong_transaction_password',
]);
export const isSuspicious = ({ kind }: SecurityEvent): boolean => suspicious.has(kind);
