import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState, LoadFailed, Panel } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { DataNote } from '../../../features/account/kyc/data-note.tsx';
import { KycFlow } from '../../../features/account/kyc/kyc-flow.tsx';
import { PhotoList } from '../../../features/account/kyc/photo-list.tsx';
import { neededPhotos, type Proof } from '../../../features/account/kyc/proof.ts';
import { useProof } from '../../../features/account/kyc/use-proof.ts';
import { errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Note } from '../../../ui/note.tsx';

export function KycPage() {
  const { t } = useTranslation('kyc');
  const client = useClient();
  const { data: proof, isError, error, refetch } = useProof();
  usePageTitle(t('flow.title'));
  if (!client || (!proof && !isError)) return <PageSkeleton />;
  return (
    <AccountFrame within={paths.verificationOverview} title={t('flow.title')}>
      {proof ? (
        <Content proof={proof} />
      ) : (
        <Panel>
          <LoadFailed size="page" title={errorText(error)} onRetry={refetch} />
        </Panel>
      )}
      <DataNote />
    </AccountFrame>
  );
}

function Content({ proof }: { readonly proof: Proof }) {
  const { t } = useTranslation('kyc');
  const navigate = useNavigate();
  // Decided when the page opens: the steps stay open even when a photo that was sent changes the overall status.
  const [isSending, setIsSending] = useState(proof.overall === 'none' || proof.overall === 'refused');
  if (isSending) return <KycFlow proof={proof} onSubmitted={() => void navigate({ to: paths.verificationOverview })} />;
  if (proof.overall === 'approved') {
    return (
      <Panel>
        <EmptyState
          size="page"
          icon={IconShieldCheck}
          role="status"
          title={t('verified.title')}
          action={<ButtonLink to={paths.profile}>{t('verified.action')}</ButtonLink>}
        >
          {t('verified.text')}
        </EmptyState>
      </Panel>
    );
  }
  const count = neededPhotos(proof).length;
  const state = count > 0 ? 'resend' : 'pending';
  return (
    <>
      <Note tone="warn" title={t(`overview.${state}.title`)}>
        {t(`overview.${state}.text`, { count })}
      </Note>
      <Panel>
        <PhotoList proof={proof} />
      </Panel>
      {state === 'resend' ? (
        <Button onClick={() => setIsSending(true)}>{t('overview.resend.action', { count })}</Button>
      ) : null}
    </>
  );
}
