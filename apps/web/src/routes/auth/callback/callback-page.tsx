import { Loader } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { toast } from '@vitrine/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { enter } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { type Arrival, arrive } from './arrival.ts';
import styles from './callback-page.module.css';

/** The page to which the browser returns from Google: redeems the ticket, once, and redirects. */
export function CallbackPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const router = useRouter();
  const hasArrived = useRef(false);
  usePageTitle(t('callback.title'));

  useEffect(() => {
    // The ticket works once: a second run of the effect must not redeem it again.
    if (hasArrived.current) return;
    hasArrived.current = true;
    const { hash } = location;
    history.replaceState(history.state, '', location.pathname);
    const lead = (arrival: Arrival) => {
      switch (arrival.kind) {
        case 'signedIn':
          enter(arrival.client);
          router.history.replace(paths.wallet);
          return;
        case 'connected':
          toast.ok(t('callback.connected'));
          return navigate({ to: paths.accountConnections, replace: true });
        case 'unknown':
          return navigate({ to: paths.signUp, replace: true });
        case 'denied':
          toast.error(t('callback.denied'));
          break;
        case 'failed':
          toast.error(arrival.message ?? t('callback.failed'));
          break;
        case 'frozen':
        case 'connectFirst':
        case 'secondFactor':
      }
      return navigate({ to: paths.signIn, replace: true });
    };
    arrive(hash).then(lead, (error: unknown) => lead({ kind: 'failed', message: errorText(error) }));
  }, [navigate, router, t]);

  return (
    <div className={styles.page}>
      <Loader size="md" aria-hidden="true" />
      <h1 role="status">{t('callback.title')}</h1>
    </div>
  );
}
