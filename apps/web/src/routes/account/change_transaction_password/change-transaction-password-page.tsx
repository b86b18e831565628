import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { ChangeTransactionPasswordForm } from '../../../features/account/security-passwords/change-transaction-password-form.tsx';
import { ForgottenTransactionPasswordForm } from '../../../features/account/security-passwords/forgotten-transaction-password-form.tsx';
import { SecurityPage } from '../../../features/account/shared/security-page.tsx';
import { SetTransactionPasswordButton } from '../../../features/account/transaction-password/set-transaction-password-button.tsx';
import { paths } from '../../../lib/paths.ts';
import { type Client, useClient } from '../../../lib/session.ts';

export function ChangeTransactionPasswordPage() {
  const { t } = useTranslation('security');
  const client = useClient();
  if (!client) return <PageSkeleton />;
  return (
    <SecurityPage title={t('passwords.transactionTitle')} lead={t('passwords.transactionLead')}>
      {client.has_transaction_password ? <Forms client={client} /> : <NoneYet />}
    </SecurityPage>
  );
}

/** Asks for the old password or, if it was forgotten, for the factors that replace it. */
function Forms({ client }: { readonly client: Client }) {
  const navigate = useNavigate();
  const [isForgotten, setIsForgotten] = useState(false);
  const leave = () => void navigate({ to: paths.security });
  return isForgotten ? (
    <ForgottenTransactionPasswordForm email={client.email} onDone={leave} onBack={() => setIsForgotten(false)} />
  ) : (
    <ChangeTransactionPasswordForm onDone={leave} onForgotten={() => setIsForgotten(true)} />
  );
}

function NoneYet() {
  const { t } = useTranslation('security');
  return (
    <EmptyState
      size="page"
      icon={IconLock}
      title={t('passwords.noTransaction')}
      action={<SetTransactionPasswordButton />}
    >
      {t('passwords.transactionAbout')}
    </EmptyState>
  );
}
