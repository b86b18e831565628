import type { Ground } from '../kit/ground.ts';
import { ClientDirectory } from './client-directory.ts';
import { ClientFiles } from './client-files.ts';
import { Profiles } from './profiles.ts';

export const openClients = ({ pool }: Ground) => ({
  clientDirectory: new ClientDirectory(pool),
  clientFiles: new ClientFiles(pool),
  profiles: new Profiles(pool),
});
