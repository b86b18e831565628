import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';
import { profileView } from './get-profile.ts';

export const updateProfile: Handler<'updateProfile'> = async ({ services, session, body }) => {
  const { client_id, date_of_birth, ...fields } = body;
  if (client_id !== undefined && client_id !== session.uniqueId) throw new ApiError('not_yours');
  const changes = { ...fields, ...(date_of_birth === undefined ? {} : { dateOfBirth: date_of_birth }) };
  await services.profiles.update(session.owner, changes, new Date(services.clock()));
  return { message: 'success', profile: await profileView(services, session) };
};
