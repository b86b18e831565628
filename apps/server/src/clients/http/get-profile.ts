import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import type { Handler, Services } from '../services.ts';

type ProfileView = ResponseOf<typeof endpoints.profile>['profile'];

export const getProfile: Handler<'profile'> = async ({ services, session }) => ({
  profile: await profileView(services, session),
});

/** The profile in wire format. */
export async function profileView(services: Services, session: Session): Promise<ProfileView> {
  const [{ name, gender, dateOfBirth, address }, { email, membership_level }] = await Promise.all([
    services.profiles.of(session.owner),
    services.accounts.view(session),
  ]);
  return {
    id: session.uniqueId,
    name,
    gender,
    date_of_birth: dateOfBirth,
    address,
    client: { email, membership_level },
  };
}
