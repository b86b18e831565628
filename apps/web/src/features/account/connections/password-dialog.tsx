import { Dialog } from '@vitrine/ui';
import { AccountPasswordForm } from '../shared/account-password-form.tsx';

type PasswordDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
  /** Errors it throws are shown below the password. */
  readonly onPassword: (password: string) => Promise<void>;
};

/** Asks for the account password before a sign-in method is changed. */
export function PasswordDialog({ title, text, onClose, onPassword }: PasswordDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} persistent>
      <AccountPasswordForm text={text} onPassword={onPassword} />
    </Dialog>
  );
}
