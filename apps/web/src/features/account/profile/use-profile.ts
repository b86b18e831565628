import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api.ts';

export const PROFILE = ['profile'] as const;
export type Profile = Answer<'GET /api/v3/profile'>['profile'];

export const useProfile = () => useQuery({ queryKey: PROFILE, queryFn: () => call('GET /api/v3/profile') });
