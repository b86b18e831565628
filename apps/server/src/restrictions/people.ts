import { AttemptLimits } from '../auth/codes/attempt-limits.ts';
import { ClientDirectory } from '../clients/client-directory.ts';
import { ClientFiles } from '../clients/client-files.ts';
import { Objections } from './objections.ts';
import { Restrictions, type RestrictionsParts } from './restrictions.ts';

/** Clients as operators see them, and what operators restrict. */
export interface People {
  readonly directory: ClientDirectory;
  readonly files: ClientFiles;
  readonly restrictions: Restrictions;
  readonly objections: Objections;
}

export async function openPeople(parts: RestrictionsParts): Promise<People> {
  const { pool } = parts;
  const restrictions = new Restrictions(parts);
  await restrictions.refresh();
  return {
    directory: new ClientDirectory(pool),
    files: new ClientFiles(pool),
    restrictions,
    objections: new Objections({ ...parts, restrictions, limits: new AttemptLimits(pool) }),
  };
}
