import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { dateText } from '../../../lib/when.ts';
import styles from './passkeys.module.css';

type PasskeyListProps = {
  readonly passkeys: CallResponse<'GET /api/v3/passkeys'>['passkeys'];
  readonly disabled: boolean;
  readonly onRemove: (id: string) => void;
};

export function PasskeyList({ passkeys, disabled, onRemove }: PasskeyListProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  if (passkeys.length === 0) return <EmptyState icon={IconFingerprint} title={t('none')} />;
  return (
    <ul className={styles.list}>
      {passkeys.map(({ id, name, created_at, used_at }) => (
        <li key={id}>
          <span>
            <b>{name}</b>
            <small className="num">
              {t('addedOn', { time: dateText(created_at) })},{' '}
              {used_at > 0 ? t('usedOn', { time: dateText(used_at) }) : t('neverUsed')}
            </small>
          </span>
          <Button
            variant="default"
            size="sm"
            disabled={disabled}
            aria-label={t('removeThis', { name })}
            onClick={() => onRemove(id)}
          >
            {t('remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
