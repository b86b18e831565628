import type { endpoints, QueryOf } from '@vitrine/contract';
import { refuseOwn } from '../../staff/members/staff-member.ts';
import type { ClientFile } from '../client-files.ts';
import type { Handler, Services } from '../services.ts';

type Field = QueryOf<typeof endpoints.revealClientField>['field'];

/** The number of security events that the client's page in the console shows. */
const SHOWN_EVENTS = 50;

export const revealClientField: Handler<'revealClientField'> = async ({ services, session, query }) => {
  const file = await services.clientFiles.of(query.uid);
  refuseOwn(file.email, session);
  return { values: await valuesOf(services, file, query.field) };
};

async function valuesOf(services: Services, file: ClientFile, field: Field): Promise<Record<string, string>> {
  if (field === 'addresses') {
    const sessions = await services.clientFiles.sessions(file);
    const events = await services.securityEvents.of(file.owner, { limit: SHOWN_EVENTS });
    return Object.fromEntries([
      ...sessions.map(({ id, ip }) => [`session ${id}`, ip]),
      ...events.map(({ id, ip }) => [`event ${id}`, ip]),
    ]);
  }
  if (field === 'accounts') {
    const accounts = await services.clientFiles.outsideAccounts(file);
    return Object.fromEntries(accounts.map(({ label }, index) => [String(index), label]));
  }
  return { [field]: file[field] };
}
