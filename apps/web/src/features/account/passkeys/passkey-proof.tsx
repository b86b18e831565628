import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { useClient } from '../../../lib/session.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';

export type ProvedBy = 'mail' | 'authenticator' | 'passkey' | 'none';

type PasskeyProofProps = {
  readonly by: ProvedBy;
  /** Whether there is a passkey to remove. */
  readonly isRemovable: boolean;
  readonly code: string;
  readonly error: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onLost: (isLost: boolean) => void;
};

/** The factors that confirm a change of passkeys, and the fallback for clients who have lost these factors. */
export function PasskeyProof({ by, isRemovable, code, error, onCode, onLost }: PasskeyProofProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  const email = useClient()?.email ?? '';
  if (by === 'none') return null;
  return (
    <>
      {by === 'mail' ? <p>{t('lostText')}</p> : null}
      {by === 'mail' ? (
        <CodeField
          label={t('lostCode')}
          to={email}
          send={() => call('POST /api/v3/passkeys/send-removal-code')}
          code={code}
          error={error}
          onCode={onCode}
        />
      ) : null}
      {by === 'authenticator' ? (
        <CodeInput takesRecoveryCodes label={t('code')} code={code} error={error} onCode={onCode} />
      ) : null}
      {by === 'passkey' ? <p>{t('confirmText')}</p> : null}
      {isRemovable ? (
        <button type="button" className="link" onClick={() => onLost(by !== 'mail')}>
          {t(by === 'mail' ? 'found' : 'lost')}
        </button>
      ) : null}
    </>
  );
}
