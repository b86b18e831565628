import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Chip, EmptyState, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientLink } from '../../features/restrictions/restriction-table.tsx';
import { restrictionsChanged } from '../../features/restrictions/restrictions.ts';
import { type CallResponse, call, errorText } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './objections-page.module.css';

type Objection = CallResponse<'GET /api/v3/console/objections'>['objections'][number];
type State = 'open' | 'answered';

const LOOK_MS = 15_000;

/** Clients' appeals against restrictions, and the answers. */
export function ObjectionsPage() {
  const { t } = useTranslation('people');
  const [state, setState] = useState<State>('open');
  const [asked, setAsked] = useState<{ readonly objection: Objection; readonly keep: boolean }>();
  const query = useQuery({
    queryKey: ['objections', state],
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/objections', { query: { state, limit: 200 }, signal, background: true }),
    refetchInterval: LOOK_MS,
  });
  const objections = query.data?.objections;
  return (
    <Page
      title={t('objections.title')}
      lead={t('objections.lead')}
      side={
        <SegmentedControl
          aria-label={t('objections.which')}
          value={state}
          onChange={(next) => setState(next as State)}
          data={[
            { value: 'open', label: t('objections.open') },
            { value: 'answered', label: t('objections.answered') },
          ]}
        />
      }
    >
      {query.isError && objections === undefined ? <ListFailure onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Loading /> : null}
      {objections?.length === 0 ? (
        <EmptyState title={t(state === 'open' ? 'objections.none' : 'objections.noneAnswered')}>
          {t('objections.noneText')}
        </EmptyState>
      ) : null}
      <ul>
        {objections?.map((objection) => (
          <li key={objection.id} className={styles.item}>
            <Item objection={objection} onAnswer={(keep) => setAsked({ objection, keep })} />
          </li>
        ))}
      </ul>
      {asked ? <AnswerDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </Page>
  );
}

const TONES = { open: 'wait', kept: 'plain', ended: 'ok', lapsed: 'plain' } as const;

interface ItemProps {
  readonly objection: Objection;
  readonly onAnswer: (keep: boolean) => void;
}

function Item({ objection, onAnswer }: ItemProps) {
  const { t } = useTranslation('people');
  const { id, uid, text, outcome, answer, restriction } = objection;
  return (
    <article aria-label={t('objections.of', { id, uid })}>
      <div>
        <header className={styles.head}>
          <h2>
            <ClientLink uid={uid} />
          </h2>
          <Chip tone={TONES[outcome]}>{t(`objections.outcomes.${outcome}`)}</Chip>
          <span className="num faint">{utcText(objection.made_at)}</span>
        </header>
        <p className={styles.text}>{text}</p>
        {answer ? <p className={styles.answer}>{answer}</p> : null}
      </div>
      <dl className={styles.facts}>
        <dt>{t('objections.against')}</dt>
        <dd>
          {t(`kinds.${restriction.kind}`)}: {t(`reasons.${restriction.reason}`)}
        </dd>
        <dt>{t('restrictions.rule')}</dt>
        <dd>{restriction.rule}</dd>
        <dt>{t('restrictions.setBy')}</dt>
        <dd>{restriction.set_by}</dd>
        <dt>{t('restrictions.ends')}</dt>
        <dd className="num">{utcText(restriction.ends_at)}</dd>
        {outcome === 'open' ? (
          <>
            <dt>{t('objections.takenBy')}</dt>
            <dd>{objection.assigned_to || t('objections.nobody')}</dd>
          </>
        ) : objection.answered_by ? (
          <>
            <dt>{t('objections.answeredBy')}</dt>
            <dd>
              {objection.answered_by}, <span className="num">{utcText(objection.answered_at)}</span>
            </dd>
          </>
        ) : null}
      </dl>
      {outcome === 'open' ? <Acts objection={objection} onAnswer={onAnswer} /> : null}
    </article>
  );
}

function Acts({ objection, onAnswer }: ItemProps) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const staff = useStaff();
  const isJudge = staff?.roles.some((role) => role === 'compliance' || role === 'administrator');
  if (!isJudge) return null;
  if (!objection.may_answer) return <p className={`faint ${styles.acts}`}>{t('objections.mayNot')}</p>;
  const isMine = objection.assigned_to === staff?.email;
  const assign = async () => {
    try {
      await call('POST /api/v3/console/objections/assign', { body: { id: objection.id, take: !isMine } });
      toast.ok(t(isMine ? 'objections.givenBack' : 'objections.taken'));
      await queries.invalidateQueries({ queryKey: ['objections'] });
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <div className={styles.acts}>
      <Button variant="outline" onClick={() => void assign()}>
        {t(isMine ? 'objections.giveBack' : 'objections.take')}
      </Button>
      <Button data-decision="refuse" onClick={() => onAnswer(true)}>
        {t('objections.keep')}
      </Button>
      <Button data-decision="approve" onClick={() => onAnswer(false)}>
        {t('objections.endIt')}
      </Button>
    </div>
  );
}

interface AnswerDialogProps {
  readonly objection: Objection;
  readonly keep: boolean;
  readonly onClose: () => void;
}

function AnswerDialog({ objection, keep, onClose }: AnswerDialogProps) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const [answer, setAnswer] = useState('');
  return (
    <ActDialog
      title={t(keep ? 'objections.keepTitle' : 'objections.endTitle')}
      onClose={onClose}
      action={t(keep ? 'objections.keep' : 'objections.endIt')}
      decision={keep ? 'refuse' : 'approve'}
      reasonIs="absent"
      fault={answer.trim().length < 3 ? t('objections.answerMissing') : undefined}
      done={t('objections.said')}
      act={async () => {
        await call('POST /api/v3/console/objections/answer', { body: { id: objection.id, keep, answer } });
        await restrictionsChanged(queries);
      }}
    >
      <p className="dim">{objection.text}</p>
      <Textarea
        label={t('objections.answer')}
        description={t('objections.answerText')}
        name="answer"
        rows={4}
        maxLength={2000}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
