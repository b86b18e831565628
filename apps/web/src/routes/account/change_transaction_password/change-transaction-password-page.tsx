import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '@vitrine/ui';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { paths } from '../../../app/paths.ts';
import { ChangeTransactionPasswordForm } from '../../../features/security-passwords/change-transaction-password-form.tsx';
import { ForgottenTransactionPasswordForm } from '../../../features/security-passwords/forgotten-transaction-password-form.tsx';
import { securityChanged } from '../../../lib/security.ts';
import { type Client, useClient } from '../../../lib/session.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { SecurityPage } from '../../../ui/security-page.tsx';

const SetTransactionPasswordDialog = lazy(() =>
  import('../../../features/transaction-password/set-transaction-password-dialog.tsx').then((m) => ({
    default: m.SetTransactionPasswordDialog,
  })),
);

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

/** The old password, or for those who have forgotten it what stands in its place. */
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
  const [isSetting, setIsSetting] = useState(false);
  return (
    <>
      <EmptyState
        title={t('passwords.noTransaction')}
        action={<Button onClick={() => setIsSetting(true)}>{t('passwords.set')}</Button>}
      >
        {t('passwords.transactionAbout')}
      </EmptyState>
      {isSetting ? (
        <LazyPart>
          <SetTransactionPasswordDialog
            opened
            onClose={() => setIsSetting(false)}
            onDone={() => {
              setIsSetting(false);
              void securityChanged();
            }}
          />
        </LazyPart>
      ) : null}
    </>
  );
}
