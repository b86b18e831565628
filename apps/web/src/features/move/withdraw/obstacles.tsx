import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useRestrictionsInForce } from '../../../lib/session.ts';
import { dateTimeText } from '../../../lib/when.ts';
import type { WithdrawalLimits } from '../../../lib/withdrawals.ts';
import { Note } from '../../../ui/note.tsx';
import styles from './withdraw.module.css';

/** The restriction and the hold that block all withdrawals, if any, each with its reason and its end. */
export function Obstacles({ limits }: { readonly limits: WithdrawalLimits | undefined }) {
  const { t } = useTranslation(['withdraw', 'common']);
  const known = useRestrictionsInForce().find(({ kind }) => kind === 'withdraw');
  // The limits, which also contain the restriction's rule, load later than the session. Until then, the session's
  // restriction is shown, so that the layout does not shift.
  const restriction = limits === undefined ? known && { ...known, rule: '' } : limits.restriction;
  const hold = limits?.hold;
  if (restriction === undefined && hold === undefined) return null;
  return (
    <div className={styles.notes}>
      {restriction === undefined ? null : <RestrictionNote restriction={restriction} />}
      {hold === undefined ? null : (
        <Note tone="warn" title={t('held.title', { time: dateTimeText(hold.ends_at) })}>
          {t('held.text', { reason: t(`held.reasons.${hold.reason}`) })}
        </Note>
      )}
    </div>
  );
}

type Restriction = NonNullable<WithdrawalLimits['restriction']>;

/** Why withdrawals are restricted, until when, and how to appeal. */
export function RestrictionNote({ restriction: { ends_at, reason, rule } }: { readonly restriction: Restriction }) {
  const { t } = useTranslation(['withdraw', 'common']);
  return (
    <Note tone="warn" title={t('restricted.title', { time: dateTimeText(ends_at) })}>
      <p>{t('restricted.text', { reason: t(`common:restrictionReasons.${reason}`), rule })}</p>
      <Link to={paths.restrictions} className="link">
        {t('restricted.action')}
      </Link>
    </Note>
  );
}
