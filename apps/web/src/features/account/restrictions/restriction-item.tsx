import { Button } from '@mantine/core';
import { Chip } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '../../../lib/when.ts';
import type { Restriction } from '../shared/restrictions.ts';
import { ObjectionDialog } from './objection-dialog.tsx';
import styles from './restriction-item.module.css';

const TONES = { open: 'wait', kept: 'plain', ended: 'ok', lapsed: 'plain' } as const;

/** One restriction with its reason and rule, and a form to appeal. */
export function RestrictionItem({ restriction }: { readonly restriction: Restriction }) {
  const { t } = useTranslation(['restrictions', 'common']);
  const [isObjecting, setIsObjecting] = useState(false);
  const { id, kind, reason, rule, set_by, set_at, ends_at, ended_at, renewals, objections } = restriction;
  const isInForce = ended_at === 0;
  const hasOpen = objections.some(({ outcome }) => outcome === 'open');
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <h3>{t(`kinds.${kind}`)}</h3>
        {isInForce && !hasOpen ? (
          <Button variant="default" onClick={() => setIsObjecting(true)}>
            {t('object')}
          </Button>
        ) : null}
      </div>
      {isInForce ? <p className={styles.means}>{t(`means.${kind}`)}</p> : null}
      <dl className={styles.facts}>
        <dt>{t('reason')}</dt>
        <dd>{t(`common:restrictionReasons.${reason}`)}</dd>
        <dt>{t('rule')}</dt>
        <dd>{rule}</dd>
        <dt>{t('setBy')}</dt>
        <dd>
          {t(`teams.${set_by}`)} · <span className="num">{dateTimeText(set_at)}</span>
        </dd>
        <dt>{t(isInForce ? 'ends' : 'ended')}</dt>
        <dd>
          <span className="num">{dateTimeText(isInForce ? ends_at : ended_at)}</span>{' '}
          <span className="faint">
            {renewals > 0 ? `${t('renewed', { count: renewals })} ` : null}
            {isInForce ? t('atLatest') : null}
          </span>
        </dd>
      </dl>
      {objections.map((objection) => (
        <div key={objection.id} className={styles.objection}>
          <p>
            {t('objection')} · <span className="num">{dateTimeText(objection.made_at)}</span>{' '}
            <Chip tone={TONES[objection.outcome]}>{t(`outcomes.${objection.outcome}`)}</Chip>
          </p>
          <p className="dim">{objection.text}</p>
          {objection.answer ? <p>{objection.answer}</p> : null}
        </div>
      ))}
      {isObjecting ? <ObjectionDialog restrictionId={id} onClose={() => setIsObjecting(false)} /> : null}
    </li>
  );
}
