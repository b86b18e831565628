import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from './api.ts';
import { queryClient } from './query-client.ts';
import { useClient } from './session.ts';

export type Security = CallResponse<'GET /api/v3/security'>;
export type SignedInDevice = CallResponse<'GET /api/v3/sessions'>['sessions'][number];
export type SecurityEvent = CallResponse<'GET /api/v3/security-events'>['events'][number];

const SECURITY = ['security'] as const;

/** The account's current security settings. */
export const useSecurity = () =>
  useQuery({
    queryKey: [...SECURITY, 'state'],
    queryFn: ({ signal }) => call('GET /api/v3/security', { signal }),
    enabled: useClient() !== undefined,
  });

/** The sessions of the account. */
export const useSessions = () =>
  useQuery({
    queryKey: [...SECURITY, 'sessions'],
    queryFn: ({ signal }) => call('GET /api/v3/sessions', { signal }),
  });

/** Query keys of the sign-in methods. */
export const totpKey = [...SECURITY, 'totp'] as const;
export const passkeysKey = [...SECURITY, 'passkeys'] as const;

export const securityEventsKey = [...SECURITY, 'events'] as const;

/** Called after any change to the account's security: refetches what is on screen. */
export const securityChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SECURITY });
