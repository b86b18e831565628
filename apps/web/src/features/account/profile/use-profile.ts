import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';

export const PROFILE = ['profile'] as const;
export type Profile = CallResponse<'GET /api/v3/profile'>['profile'];

export const useProfile = () => useQuery({ queryKey: PROFILE, queryFn: () => call('GET /api/v3/profile') });
