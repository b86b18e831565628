import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { ChangePasswordForm } from '../../../features/account/security-passwords/change-password-form.tsx';
import { SecurityPage } from '../../../features/account/shared/security-page.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';

export function ChangePasswordPage() {
  const { t } = useTranslation('security');
  const client = useClient();
  const navigate = useNavigate();
  if (!client) return <PageSkeleton />;
  return (
    <SecurityPage title={t('passwords.accountTitle')} lead={t('passwords.accountLead')}>
      <ChangePasswordForm email={client.email} onDone={() => void navigate({ to: paths.security })} />
    </SecurityPage>
  );
}
