import { IconCircleCheck, IconClockHour4, IconShieldCheck } from '@tabler/icons-react';
import { LoadFailed, Panel } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import type { Client } from '../../../lib/session.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './identity-overview.module.css';
import { PhotoList } from './photo-list.tsx';
import { neededPhotos, type Proof } from './proof.ts';
import { useProof } from './use-proof.ts';

/** The verification status: how to start, its progress, or that it is complete. */
export function IdentityOverview({ client }: { readonly client: Client }) {
  const { data: proof, isError, error, refetch } = useProof();
  if (client.user.account_status === 'Verified') return <Verified client={client} />;
  if (proof) return <Unverified proof={proof} />;
  if (!isError) {
    return (
      <Panel>
        <SkeletonLines lines={5} />
      </Panel>
    );
  }
  return (
    <Panel>
      <LoadFailed title={errorText(error)} onRetry={refetch} />
    </Panel>
  );
}

/** Confirms that the client is verified, and shows the account. */
function Verified({ client }: { readonly client: Client }) {
  const { t } = useTranslation('kyc');
  return (
    <Section title={t('verified.details')}>
      <Head
        icon={<IconCircleCheck size={34} stroke={1.4} />}
        tone="ok"
        title={t('verified.title')}
        text={t('verified.text')}
      >
        <ButtonLink to={paths.profile}>{t('verified.action')}</ButtonLink>
      </Head>
      <FactList>
        <Fact name={t('verified.email')} value={client.email} />
        <Fact name={t('verified.mobile')} value={client.mobile_number || undefined} unset={t('verified.notSet')} />
        <Fact name={t('verified.uid')} value={<span className="num">{client.user.user_unique_id}</span>} />
      </FactList>
    </Section>
  );
}

function Unverified({ proof }: { readonly proof: Proof }) {
  const { t } = useTranslation('kyc');
  const count = neededPhotos(proof).length;
  const isBegun = proof.idType !== '';
  const state = stateOf(proof);
  return (
    <Section title={t('overview.section')}>
      <Head
        icon={
          state === 'pending' ? <IconClockHour4 size={34} stroke={1.4} /> : <IconShieldCheck size={34} stroke={1.4} />
        }
        tone={state === 'begun' || state === 'none' ? 'note' : 'wait'}
        title={t(`overview.${state}.title`)}
        text={t(`overview.${state}.text`, { count })}
      >
        {count === 0 || state === 'pending' ? null : (
          <ButtonLink to={paths.verificationKyc}>{t(`overview.${state}.action`, { count })}</ButtonLink>
        )}
      </Head>
      {isBegun ? <PhotoList proof={proof} /> : <Needs />}
    </Section>
  );
}

function stateOf(proof: Proof) {
  if (proof.overall === 'pending') return neededPhotos(proof).length > 0 ? 'resend' : 'pending';
  if (proof.overall === 'refused') return 'refused';
  return proof.idType === '' ? 'none' : 'begun';
}

/** Lists what the client should have at hand. */
function Needs() {
  const { t } = useTranslation('kyc');
  return (
    <ol className={styles.needs}>
      {(['document', 'selfie', 'front', 'back'] as const).map((step, index) => (
        <li key={step}>
          <span className="num">{index + 1}</span>
          <div>
            <b>{t(`steps.${step}`)}</b>
            <p>{t(`needs.${step}`)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

type HeadProps = {
  readonly icon: ReactNode;
  readonly tone: 'ok' | 'wait' | 'note';
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

function Head({ icon, tone, title, text, children }: HeadProps) {
  return (
    <div className={styles.head} data-tone={tone}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div>
        <p className={styles.title} role="status">
          {title}
        </p>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.action}>{children}</div>
    </div>
  );
}
