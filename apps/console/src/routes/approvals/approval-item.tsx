import { Button } from '@mantine/core';
import { Chip, formatExact, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type Approval, useAccessWords } from '../../features/access-requests/access-requests.ts';
import { utcText } from '../../lib/times.ts';
import { BeforeAfter } from '../../ui/before-after.tsx';
import styles from './approvals-page.module.css';
import { CurrentValues } from './current-values.tsx';
import { useFieldName, useFieldWord } from './field-name.ts';
import { useKindName } from './kind-name.ts';

export type Decision = 'approve' | 'refuse' | 'withdraw';

const TONES = {
  waiting: 'wait',
  done: 'ok',
  failed: 'bad',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
} as const;

interface ApprovalItemProps {
  readonly approval: Approval;
  readonly onDecide: (decision: Decision) => void;
}

export function ApprovalItem({ approval, onDecide }: ApprovalItemProps) {
  const { t } = useTranslation('approvals');
  const kindName = useKindName();
  const words = useAccessWords()(approval);
  const fieldName = useFieldName();
  const fieldWord = useFieldWord();
  const { id, kind, subject, before, after, state } = approval;
  return (
    <article aria-label={`${kindName(kind)} ${id}`} className={styles.article}>
      <header className={styles.head}>
        <h2>{kindName(kind)}</h2>
        <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>
        <span className="faint num">
          #{id}, {subject}
        </span>
      </header>
      <div className={styles.columns}>
        {words === undefined ? (
          <BeforeAfter label={t('changes')} before={before} after={after} nameOf={fieldName} wordOf={fieldWord} />
        ) : (
          <p>{words}</p>
        )}
        <Facts approval={approval} />
      </div>
      <CurrentValues current={approval.current} />
      <Acts approval={approval} onDecide={onDecide} />
    </article>
  );
}

/** The requester, the reason, the decision, and what came of it. */
function Facts({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('approvals');
  const { reason, asked_by, asked_at, expires_at } = approval;
  return (
    <dl className={styles.facts}>
      <dt>{t('askedBy')}</dt>
      <dd>
        {asked_by}, <span className="num">{utcText(asked_at)}</span>
      </dd>
      <dt>{t('reason')}</dt>
      <dd>{reason}</dd>
      {approval.decided_at === null ? (
        <>
          <dt>{t('expires')}</dt>
          <dd className="num">{utcText(expires_at)}</dd>
        </>
      ) : (
        <>
          <dt>{t('decidedBy')}</dt>
          <dd>
            {approval.decided_by && `${approval.decided_by}, `}
            <span className="num">{utcText(approval.decided_at)}</span>
            {approval.decision_reason === '' ? null : `: ${approval.decision_reason}`}
          </dd>
        </>
      )}
      {approval.failure === '' ? null : (
        <>
          <dt>{t('failure')}</dt>
          <dd>
            {t(`failures.${approval.failure}` as 'failures.settings_changed', { defaultValue: approval.failure })}
          </dd>
        </>
      )}
      <Outcome outcome={approval.outcome} />
    </dl>
  );
}

/** What the closing of a position did. */
function Outcome({ outcome }: { readonly outcome: Approval['outcome'] }) {
  const { t } = useTranslation('approvals');
  if (outcome === null) return null;
  return (
    <>
      <dt>{t('closed')}</dt>
      <dd className="num">{formatExact(outcome.closed)}</dd>
      <dt>{t('averagePrice')}</dt>
      <dd className="num">{formatPrice(outcome.average_price)}</dd>
      <dt>{t('left')}</dt>
      <dd className="num">{formatExact(outcome.left)}</dd>
    </>
  );
}

/** The viewer's possible actions. */
function Acts({ approval, onDecide }: ApprovalItemProps) {
  const { t } = useTranslation('approvals');
  if (!approval.may_refuse && !approval.may_withdraw) return null;
  return (
    <div className={styles.acts}>
      {approval.may_refuse ? (
        <>
          {approval.may_approve ? (
            <Button data-decision="approve" onClick={() => onDecide('approve')}>
              {t('approve')}
            </Button>
          ) : null}
          <Button data-decision="refuse" onClick={() => onDecide('refuse')}>
            {t('refuse')}
          </Button>
        </>
      ) : (
        <>
          <p className="dim">{t('own')}</p>
          <Button variant="outline" onClick={() => onDecide('withdraw')}>
            {t('withdraw')}
          </Button>
        </>
      )}
    </div>
  );
}
