import { toast } from '@vitrine/ui';
import { errorText } from './api.ts';
import { signOut } from './session.ts';

/** Signs out; a server that cannot be reached is said, since the session then still stands. */
export const useSignOut = () => async (): Promise<void> => {
  await signOut().catch((error: unknown) => toast.error(errorText(error)));
};
