import { useNavigate } from '@tanstack/react-router';
import { toast } from '@vitrine/ui';
import { errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { signOut } from '../../lib/session.ts';

/** Ends the session and goes to sign-in. All data about the client is cleared. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await signOut();
    } catch (error) {
      return toast.error(errorText(error));
    }
    await navigate({ to: paths.signIn });
  };
}
