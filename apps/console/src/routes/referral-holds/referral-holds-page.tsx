import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HOLD_WEIGHT } from '@vitrine/contract/referral-signals';
import { Chip, EmptyState } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientLink } from '../../features/restrictions/restriction-table.tsx';
import { type CallResponse, call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './referral-holds-page.module.css';

type Hold = CallResponse<'GET /api/v3/console/referral-holds'>['holds'][number];
type State = 'open' | 'decided';
type Decision = 'deny' | 'release';

const LOOK_MS = 15_000;
const HOLDS_KEY = ['referral-holds'] as const;

/** Holds on referral payments, with their signals, objections and decisions. */
export function ReferralHoldsPage() {
  const { t } = useTranslation('rewards');
  const [state, setState] = useState<State>('open');
  const [asked, setAsked] = useState<{ readonly hold: Hold; readonly decision: Decision }>();
  const query = useQuery({
    queryKey: [...HOLDS_KEY, state],
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/referral-holds', { query: { state, limit: 200 }, signal, background: true }),
    refetchInterval: LOOK_MS,
  });
  const holds = query.data?.holds;
  return (
    <Page
      title={t('holds.title')}
      lead={t('holds.lead')}
      side={
        <SegmentedControl
          aria-label={t('holds.which')}
          value={state}
          onChange={(next) => setState(next as State)}
          data={[
            { value: 'open', label: t('holds.open') },
            { value: 'decided', label: t('holds.decided') },
          ]}
        />
      }
    >
      {query.isError && holds === undefined ? <ListFailure onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Loading /> : null}
      {holds?.length === 0 ? (
        <EmptyState title={t(state === 'open' ? 'holds.none' : 'holds.noneDecided')}>
          {t('holds.noneText', { weight: HOLD_WEIGHT })}
        </EmptyState>
      ) : null}
      <ul>
        {holds?.map((hold) => (
          <li key={hold.id} className={styles.item}>
            <Item hold={hold} onDecide={(decision) => setAsked({ hold, decision })} />
          </li>
        ))}
      </ul>
      {asked ? <DecisionDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </Page>
  );
}

const TONES = { held: 'wait', released: 'ok', denied: 'plain' } as const;
const parties = ['inviter', 'friend'] as const;

interface ItemProps {
  readonly hold: Hold;
  readonly onDecide: (decision: Decision) => void;
}

function Item({ hold, onDecide }: ItemProps) {
  const { t } = useTranslation('rewards');
  const { id, signals, weight, held_at, ends_at, state, decided_at, decided_by, answer } = hold;
  const objecting = parties.filter((who) => hold[who].objection !== '');
  return (
    <article aria-label={t('holds.of', { id })}>
      <div>
        <header className={styles.head}>
          <h2>{t('holds.of', { id })}</h2>
          <Chip tone={TONES[state]}>{t(`holds.states.${state}`)}</Chip>
          <span className="num faint">{utcText(held_at)}</span>
        </header>
        {objecting.length === 0 ? <p className={`faint ${styles.text}`}>{t('holds.noObjection')}</p> : null}
        {objecting.map((who) => (
          <p key={who} className={styles.text}>
            <b>{t('holds.objection', { who: t(`holds.who.${who}`) })}</b>
            {'\n'}
            {hold[who].objection}
          </p>
        ))}
        {answer ? <p className={styles.answer}>{answer}</p> : null}
      </div>
      <dl className={styles.facts}>
        {parties.map((who) => (
          <Fact key={who} name={t(`holds.${who}`)}>
            <ClientLink uid={hold[who].uid} />
          </Fact>
        ))}
        <Fact name={t('holds.signals')}>
          {signals.map(({ signal, weight: one }) => `${t(`holds.words.${signal}`)} (${one})`).join(', ')}
          {', '}
          {t('holds.weight', { weight })}
        </Fact>
        {state === 'held' ? (
          <Fact name={t('holds.endsAt')}>{utcText(ends_at)}</Fact>
        ) : (
          <Fact name={t('holds.decidedBy')}>
            {decided_by || t('holds.byRule')}, <span className="num">{utcText(decided_at)}</span>
          </Fact>
        )}
      </dl>
      {state === 'held' ? <Acts hold={hold} hasObjection={objecting.length > 0} onDecide={onDecide} /> : null}
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Acts({ hold, hasObjection, onDecide }: ItemProps & { readonly hasObjection: boolean }) {
  const { t } = useTranslation('rewards');
  const roles = useStaff()?.roles ?? [];
  if (!roles.some((role) => role === 'compliance' || role === 'administrator')) return null;
  if (!hold.may_decide) return <p className={`faint ${styles.acts}`}>{t('holds.mayNot')}</p>;
  return (
    <div className={styles.acts}>
      {hasObjection ? (
        <Button data-decision="refuse" onClick={() => onDecide('deny')}>
          {t('holds.deny')}
        </Button>
      ) : null}
      <Button data-decision="approve" onClick={() => onDecide('release')}>
        {t('holds.release')}
      </Button>
    </div>
  );
}

interface DecisionDialogProps {
  readonly hold: Hold;
  readonly decision: Decision;
  readonly onClose: () => void;
}

function DecisionDialog({ hold: { id }, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('rewards');
  const queries = useQueryClient();
  const [answer, setAnswer] = useState('');
  const isDenial = decision === 'deny';
  return (
    <ActDialog
      title={t(isDenial ? 'holds.denyTitle' : 'holds.releaseTitle')}
      onClose={onClose}
      action={t(`holds.${decision}`)}
      decision={isDenial ? 'refuse' : 'approve'}
      reasonIs={isDenial ? 'absent' : 'needed'}
      fault={answer.trim().length < 3 ? t('holds.answerMissing') : undefined}
      done={t(isDenial ? 'holds.denied' : 'holds.asked')}
      act={async (reason) => {
        if (isDenial) await call('POST /api/v3/console/referral-holds/deny', { body: { id, answer } });
        else await call('POST /api/v3/console/referral-holds/release', { body: { id, answer, reason } });
        await Promise.all([
          queries.invalidateQueries({ queryKey: HOLDS_KEY }),
          queries.invalidateQueries({ queryKey: ['approvals'] }),
        ]);
      }}
    >
      <p className="dim">{t(`holds.${decision}Text`)}</p>
      <Textarea
        label={t('holds.answer')}
        name="answer"
        rows={4}
        maxLength={2000}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
