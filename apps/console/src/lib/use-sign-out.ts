import { toast } from '@vitrine/ui';
import { errorText } from './api.ts';
import { signOut } from './session.ts';

/** Signs out. Reports a failure, such as an unreachable server, because the session may then still be valid. */
export const useSignOut = () => async (): Promise<void> => {
  await signOut().catch((error: unknown) => toast.error(errorText(error)));
};
