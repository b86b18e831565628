import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from './api.ts';
import { queryClient } from './query-client.ts';
import { useClient } from './session.ts';

export type Security = Answer<'GET /api/v3/security'>;
export type SignedInDevice = Answer<'GET /api/v3/sessions'>['sessions'][number];
export type SecurityEvent = Answer<'GET /api/v3/security-events'>['events'][number];

const SECURITY = ['security'] as const;

/** What protects the account, as it is now. */
export const useSecurity = () =>
  useQuery({
    queryKey: [...SECURITY, 'state'],
    queryFn: ({ signal }) => call('GET /api/v3/security', { signal }),
    enabled: useClient() !== undefined,
  });

/** Who is signed in to the account. */
export const useSessions = () =>
  useQuery({
    queryKey: [...SECURITY, 'sessions'],
    queryFn: ({ signal }) => call('GET /api/v3/sessions', { signal }),
  });

/** Query keys of the sign-in methods. */
export const totpKey = [...SECURITY, 'totp'] as const;
export const passkeysKey = [...SECURITY, 'passkeys'] as const;

export const securityEventsKey = [...SECURITY, 'events'] as const;

/** After a change of anything about the account's security: what is on screen is refetched. */
export const securityChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SECURITY });
