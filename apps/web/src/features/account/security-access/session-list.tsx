import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Chip, LoadFailed, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { type SignedInDevice, securityChanged, useSessions } from '../../../lib/security.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { deviceText } from '../shared/device-text.ts';
import { EndSessionsButton } from '../shared/end-sessions-button.tsx';
import styles from './session-list.module.css';

/** Every session of the account; any but the current one can be ended immediately. */
export function SessionList() {
  const { t } = useTranslation('security');
  const { data, isError, refetch } = useSessions();
  const sessions = data?.sessions;
  return (
    <Section
      title={t('access.sessions')}
      note={t('access.placeNote')}
      action={
        sessions && sessions.length > 1 ? (
          <EndSessionsButton variant="default">{t('access.endOthers')}</EndSessionsButton>
        ) : null
      }
    >
      {sessions ? (
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : isError ? (
        <LoadFailed title={t('failed')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Section>
  );
}

const PHONES = new Set(['iPhone', 'iPad', 'Android']);

function SessionRow({ session }: { readonly session: SignedInDevice }) {
  const { t } = useTranslation('security');
  const device = deviceText(t, session);
  const Icon = PHONES.has(session.system) ? IconDeviceMobile : session.system ? IconDeviceDesktop : IconTerminal2;
  const end = useMutation({
    mutationFn: () => call('POST /api/v3/sessions/end', { body: { session_id: session.id } }),
    onSuccess: () => toast.ok(t('access.ended')),
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'unknown_session')) toast.error(errorText(error));
    },
    onSettled: () => securityChanged(),
  });
  return (
    <li className={styles.row}>
      <Icon size={22} stroke={1.5} aria-hidden="true" />
      <div className={styles.words}>
        <h3>
          {device}
          {session.is_current ? <Chip tone="ok">{t('access.current')}</Chip> : null}
        </h3>
        <p className="num">{t('access.since', { ip: session.ip, time: dateTimeText(session.signed_in_at) })}</p>
        <p className="num">{t('access.until', { time: dateTimeText(session.expires_at) })}</p>
      </div>
      {session.is_current ? null : (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={t('access.endNamed', { device, ip: session.ip })}
          onClick={() => end.mutate()}
        >
          {t('access.end')}
        </Button>
      )}
    </li>
  );
}
