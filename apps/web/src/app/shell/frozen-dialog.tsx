import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissFrozenNotice, type FrozenNotice } from '../../lib/session.ts';
import { paths } from '../paths.ts';
import styles from './frozen-dialog.module.css';
import { FrozenObjection } from './frozen-objection.tsx';

/** The account is frozen: says so; the ways out are sign-in, and objecting. */
export function FrozenDialog({ notice }: { readonly notice: FrozenNotice }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isObjecting, setIsObjecting] = useState(false);
  const close = () => {
    dismissFrozenNotice();
    void navigate({ to: paths.signIn });
  };
  return (
    <Dialog opened onClose={close} title={t('frozen.title')} persistent>
      {isObjecting ? (
        <FrozenObjection onDone={close} />
      ) : (
        <>
          <p className={styles.text}>{t(notice === 'signIn' ? 'frozen.textSignIn' : 'frozen.text')}</p>
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
