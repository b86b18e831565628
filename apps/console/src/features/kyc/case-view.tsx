import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Chip, LoadFailed, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { Loading } from '../../ui/loading.tsx';
import { CaseFacts } from './case-facts.tsx';
import styles from './case-view.module.css';
import {
  CASES,
  caseKey,
  type Decision,
  type Decisions,
  decide,
  type KycCase,
  type KycPhoto,
  type PhotoKind,
  photoKinds,
  summaryOf,
  waitingIn,
} from './kyc.ts';
import { PhotoDecision } from './photo-decision.tsx';
import { PhotoView } from './photo-view.tsx';

const tones = { waiting: 'wait', with_client: 'plain', verified: 'ok' } as const;

/** One client's KYC case: the evidence side by side, and the decision below it. */
export function CaseView({ uid, onDecided }: { readonly uid: string; readonly onDecided: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: caseKey(uid),
    queryFn: ({ signal }) => call('GET /api/v3/console/kyc-case', { query: { uid }, signal }),
    // Every fetch is recorded in the audit trail, so a case is fetched only when it is opened, never in the background.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <Case key={`${uid} ${data.case.revision}`} found={data.case} onDecided={onDecided} />;
  if (!error) return <Loading />;
  return <LoadFailed title={errorText(error)} onRetry={refetch} />;
}

function Case({ found, onDecided }: { readonly found: KycCase; readonly onDecided: () => void }) {
  const { t } = useTranslation('kyc');
  const staff = useStaff();
  const [decisions, setDecisions] = useState<Decisions>({});
  const mayDecide = staff?.roles.some((role) => role === 'compliance' || role === 'administrator') && !found.own;
  const change = (kind: PhotoKind) => (decision: Decision) =>
    setDecisions((before) => ({ ...before, [kind]: decision }));
  return (
    <div className={styles.case}>
      <section className={styles.evidence} aria-label={t('case.label')}>
        <header className={styles.head}>
          <h2 className="num">{t('case.uid', { uid: found.uid })}</h2>
          <Chip tone={tones[found.state]}>{t(`states.${found.state}`)}</Chip>
          <span className={styles.what}>{t('case.what', { type: found.id_type, count: triesOf(found) })}</span>
        </header>
        {found.own ? <p className={styles.own}>{t('case.own')}</p> : null}
        <div className={styles.photos}>
          {photoKinds.map((kind) => (
            <PhotoPlace
              key={kind}
              kind={kind}
              found={found}
              decision={mayDecide ? (decisions[kind] ?? { note: '' }) : undefined}
              onDecision={change(kind)}
            />
          ))}
        </div>
        {mayDecide ? <DecisionBar found={found} decisions={decisions} onDecided={onDecided} /> : null}
        <Earlier photos={found.earlier} />
      </section>
      <CaseFacts found={found} />
    </div>
  );
}

const triesOf = ({ photos, earlier }: KycCase): number =>
  Math.max(1, ...photoKinds.map((kind) => [...photos, ...earlier].filter(({ img_type }) => img_type === kind).length));

type PhotoPlaceProps = {
  readonly kind: PhotoKind;
  readonly found: KycCase;
  /** Undefined for viewers who may not decide. */
  readonly decision: Decision | undefined;
  readonly onDecision: (decision: Decision) => void;
};

function PhotoPlace({ kind, found, decision, onDecision }: PhotoPlaceProps) {
  const { t } = useTranslation('kyc');
  const photo = found.photos.find(({ img_type }) => img_type === kind);
  const before = found.earlier.find(({ img_type }) => img_type === kind);
  return (
    <div className={styles.photo}>
      <h3>
        {t(`photos.${kind}`)}
        {before?.reason ? <small>{t('photo.before', { reason: t(`reasons.${before.reason}`) })}</small> : null}
      </h3>
      {photo === undefined ? (
        <p className={styles.missing}>{t('photo.missing')}</p>
      ) : found.own ? (
        <p className={styles.missing}>{t('photo.own')}</p>
      ) : (
        <PhotoView key={photo.id} uid={found.uid} photo={photo} />
      )}
      {photo === undefined || photo.also_sent_by.length === 0 ? null : (
        <p className={styles.flag}>{t('photo.alsoSentBy', { uids: photo.also_sent_by.join(', ') })}</p>
      )}
      {photo === undefined ? null : photo.status === 'PENDING' && decision !== undefined ? (
        <PhotoDecision kind={kind} decision={decision} onDecision={onDecision} />
      ) : (
        <Reviewed photo={photo} />
      )}
    </div>
  );
}

const photoTones = { NULL: 'plain', PENDING: 'wait', APPROVED: 'ok', DISSAPROVED: 'bad' } as const;

/** The decision on a photo, who made it, and why. */
function Reviewed({ photo }: { readonly photo: KycPhoto }) {
  const { t } = useTranslation('kyc');
  return (
    <p className={styles.reviewed}>
      <Chip tone={photoTones[photo.status]}>{t(`statuses.${photo.status}`)}</Chip>{' '}
      {photo.reviewed_at === 0 ? null : t('photo.reviewed', { by: photo.reviewed_by, at: utcText(photo.reviewed_at) })}
      {photo.reason === '' ? null : <span>{t(`reasons.${photo.reason}`)}</span>}
      {photo.note === '' ? null : <q>{photo.note}</q>}
    </p>
  );
}

type DecisionBarProps = { readonly found: KycCase; readonly decisions: Decisions; readonly onDecided: () => void };

/** A summary of the decisions, a note on what the client will read, and the button that saves the decisions. */
function DecisionBar({ found, decisions, onDecided }: DecisionBarProps) {
  const { t } = useTranslation('kyc');
  const queries = useQueryClient();
  const waiting = waitingIn(found);
  const { approved, refused, isWhole } = summaryOf(waiting, decisions);
  const save = useMutation({
    mutationFn: () => decide(found, waiting, decisions),
    onSuccess: async ({ verified }) => {
      toast.ok(t(verified ? 'decision.verified' : 'decision.saved', { uid: found.uid }));
      await queries.invalidateQueries({ queryKey: CASES });
      onDecided();
    },
  });
  if (waiting.length === 0) return null;
  return (
    <div className={styles.bar}>
      <p aria-live="polite">
        {t('decision.summary', { approved, refused, open: waiting.length - approved - refused })}{' '}
        {refused > 0 ? <span>{t('decision.clientReads')}</span> : null}
        {save.error ? (
          <span className={styles.error} role="alert">
            {errorText(save.error)}
          </span>
        ) : null}
      </p>
      {save.error ? (
        <Button variant="outline" onClick={() => void queries.invalidateQueries({ queryKey: caseKey(found.uid) })}>
          {t('decision.again')}
        </Button>
      ) : null}
      <Button disabled={!isWhole} loading={save.isPending} onClick={() => save.mutate()}>
        {t('decision.save')}
      </Button>
    </div>
  );
}

/** Photos that were replaced by newer photos. */
function Earlier({ photos }: { readonly photos: readonly KycPhoto[] }) {
  const { t } = useTranslation('kyc');
  if (photos.length === 0) return null;
  return (
    <div className={styles.earlier}>
      <h3>{t('case.earlier')}</h3>
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <span className="num">{utcText(photo.submitted_at)}</span>
            <span>{t(`photos.${photo.img_type}`)}</span>
            <Reviewed photo={photo} />
          </li>
        ))}
      </ul>
    </div>
  );
}
