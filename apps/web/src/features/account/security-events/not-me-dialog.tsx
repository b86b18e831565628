import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import type { SecurityEvent } from '../../../lib/security.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { deviceText } from '../shared/device-text.ts';
import { EndSessionsButton } from '../shared/end-sessions-button.tsx';
import { eventText } from './event-words.ts';
import styles from './not-me-dialog.module.css';

type NotMeDialogProps = { readonly event: SecurityEvent; readonly onClose: () => void };

/** The steps to take if someone else caused an event: end their sessions first, then change the password. */
export function NotMeDialog({ event, onClose }: NotMeDialogProps) {
  const { t } = useTranslation('security');
  return (
    <Dialog opened onClose={onClose} title={t('events.notMeTitle')}>
      <div className={styles.body}>
        <p className={`num ${styles.event}`}>
          <b>{eventText(t, event)}</b>
          {t('events.from', { device: deviceText(t, event), ip: event.ip, time: dateTimeText(event.at) })}
        </p>
        <p>{t('events.notMeText')}</p>
        <EndSessionsButton fullWidth>{t('access.endOthers')}</EndSessionsButton>
        <ButtonLink to={paths.changePassword} variant="default" fullWidth onClick={onClose}>
          {t('passwords.submitAccount')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
