import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import styles from './auth-form.module.css';

/** A sandbox sends no real messages: shows the newest code in the outbox for an email address or phone number. */
export function OutboxCode({ to, onUse }: { readonly to: string; readonly onUse: (code: string) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['sandbox-messages', to],
    queryFn: ({ signal }) => call('GET /sandbox/messages', { query: { to }, signal }),
    refetchInterval: 2000,
    staleTime: 0,
  });
  const code = data?.find((message) => message.code)?.code;
  return (
    <div className={styles.outbox}>
      <span>{t('sandbox.outbox')}</span>
      {code ? (
        <>
          <span className="num">
            <Trans t={t} i18nKey="sandbox.outboxCode" values={{ code }}>
              <b />
              <b />
            </Trans>
          </span>
          <button type="button" className={styles.textButton} onClick={() => onUse(code)}>
            {t('sandbox.useCode', { code })}
          </button>
        </>
      ) : null}
    </div>
  );
}
