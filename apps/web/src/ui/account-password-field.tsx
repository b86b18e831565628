import { PasswordField } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

type AccountPasswordFieldProps = {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (next: string) => void;
};

/** The account password, for dialogs that need it before a change. */
export function AccountPasswordField(props: AccountPasswordFieldProps) {
  const { t } = useTranslation('common');
  return <PasswordField autoFocus label={t('accountPassword')} autoComplete="current-password" {...props} />;
}
