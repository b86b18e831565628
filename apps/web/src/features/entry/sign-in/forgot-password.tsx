import { useState } from 'react';
import { ForgotCodeDialog } from './forgot-code-dialog.tsx';
import { NewPasswordDialog } from './new-password-dialog.tsx';

/** Asks for the emailed code, then for the new password; closes itself when the password has been set. */
export function ForgotPassword({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const [proved, setProved] = useState<{ readonly email: string; readonly token: string }>();
  return proved ? (
    <NewPasswordDialog {...proved} onClose={onClose} />
  ) : (
    <ForgotCodeDialog email={email} onClose={onClose} onProved={setProved} />
  );
}
