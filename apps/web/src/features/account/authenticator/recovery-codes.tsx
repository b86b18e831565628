import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './authenticator.module.css';

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** The recovery codes, for clients who lose their authenticator. Shown only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('security', { keyPrefix: 'authenticator' });
  return (
    <div className={styles.form}>
      <p>{t('codesText')}</p>
      <ol className={`num ${styles.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div>
        <CopyButton text={codes.join('\n')} label={t('copyCodes')} />
      </div>
      <Button fullWidth data-autofocus onClick={onDone}>
        {t('kept')}
      </Button>
    </div>
  );
}
