import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { dismissFrozenNotice, type Freeze, type FrozenNotice } from '../../lib/session.ts';
import { dateTimeText } from '../../lib/when.ts';
import styles from './frozen-dialog.module.css';
import { FrozenObjection } from './frozen-objection.tsx';

/** Shows that the account is frozen, why and until when, with a link to sign in or to appeal. */
export function FrozenDialog({ notice }: { readonly notice: FrozenNotice }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isObjecting, setIsObjecting] = useState(false);
  const close = () => {
    dismissFrozenNotice();
    void navigate({ to: paths.signIn });
  };
  const { from, freeze } = notice;
  return (
    <Dialog opened onClose={close} title={t('frozen.title')} persistent>
      {isObjecting ? (
        <FrozenObjection notice={notice} onDone={close} />
      ) : (
        <>
          <p className={styles.text}>{t(from === 'signIn' ? 'frozen.textSignIn' : 'frozen.text')}</p>
          {freeze === undefined ? <p className={styles.text}>{t('frozen.whySignIn')}</p> : <Facts freeze={freeze} />}
          <Button fullWidth onClick={close} data-autofocus>
            {t('frozen.action')}
          </Button>
          <Button fullWidth variant="default" mt="sm" onClick={() => setIsObjecting(true)}>
            {t('frozen.object')}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function Facts({ freeze: { reason, rule, ends_at } }: { readonly freeze: Freeze }) {
  const { t } = useTranslation();
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('frozen.reason')}</dt>
        <dd>{t(`restrictionReasons.${reason}`)}</dd>
        <dt>{t('frozen.rule')}</dt>
        <dd>{rule}</dd>
        <dt>{t('frozen.ends')}</dt>
        <dd>
          <span className="num">{dateTimeText(ends_at)}</span> <span className="faint">{t('frozen.atLatest')}</span>
        </dd>
      </dl>
      <p className={styles.text}>{t('frozen.means')}</p>
    </>
  );
}
