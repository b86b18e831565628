import { Link } from '@tanstack/react-router';
import { Chip } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { useVipLevel } from '../../lib/vip-level.ts';
import { Pane } from '../../ui/page.tsx';
import styles from './client.module.css';
import type { ClientPicture, ProtectedField, Reveal } from './client.ts';

interface PaneProps {
  readonly client: ClientPicture;
  readonly reveal: Reveal;
}

const TONES = { none: 'plain', incomplete: 'plain', waiting: 'wait', refused: 'bad', verified: 'ok' } as const;

/** The client's identity, with fields masked until revealed. */
export function IdentityPane({ client, reveal }: PaneProps) {
  const { t } = useTranslation('people');
  const seesCases = useStaff()?.roles.some((role) => ['compliance', 'auditor', 'administrator'].includes(role));
  const vipLevel = useVipLevel();
  const { identity, uid } = client;
  const fields: readonly (ProtectedField & keyof typeof identity)[] = ['email', 'phone', 'name', 'birthday', 'address'];
  return (
    <Pane title={t('client.identity')}>
      <dl className={styles.facts}>
        <Fact name={t('client.kyc')}>
          <span>
            <Chip tone={TONES[identity.kyc]}>{t(`kyc.${identity.kyc}`)}</Chip>
          </span>
          {seesCases && identity.kyc !== 'none' ? (
            <Link to={paths.kycCase} params={{ uid }} className="link">
              {t('client.openCase')}
            </Link>
          ) : null}
        </Fact>
        {fields.map((field) => (
          <Fact key={field} name={t(`client.${field}`)}>
            <Masked field={field} value={identity[field]} reveal={reveal} />
          </Fact>
        ))}
        {identity.id_type ? <Fact name={t('client.document')}>{identity.id_type}</Fact> : null}
        <Fact name={t('client.tier')}>{vipLevel(identity.membership_level)}</Fact>
        <Fact name={t('client.joined')}>
          <span className="num">{utcText(identity.joined_at)}</span>
          <span>
            {t(`client.openedBy.${identity.opened_by}` as 'client.openedBy.email', {
              defaultValue: identity.opened_by,
            })}
          </span>
        </Fact>
        {identity.referral ? <Fact name={t('client.referral')}>{identity.referral}</Fact> : null}
      </dl>
    </Pane>
  );
}

/** The account's sign-in methods and protections. */
export function SignInPane({ client, reveal }: PaneProps) {
  const { t } = useTranslation('people');
  const { sign_in } = client;
  const isSet = (set: boolean) => t(set ? 'client.set' : 'client.notSet');
  return (
    <Pane title={t('client.signIn')}>
      <dl className={styles.facts}>
        <Fact name={t('client.authenticator')}>
          {isSet(sign_in.authenticator)}
          {sign_in.authenticator ? (
            <span className="faint">{t('client.recoveryCodes', { count: sign_in.recovery_codes_left })}</span>
          ) : null}
        </Fact>
        <Fact name={t('client.passkeys')}>
          {sign_in.passkeys.length === 0 ? t('client.none') : sign_in.passkeys.map(({ name }) => name).join(', ')}
        </Fact>
        <Fact name={t('client.accounts')}>
          {sign_in.accounts.length === 0 ? (
            t('client.none')
          ) : (
            <>
              <span>
                {sign_in.accounts.map(({ label }, place) => reveal.revealed[`account ${place}`] ?? label).join(', ')}
              </span>
              <ShowButton field="accounts" isShown={'account 0' in reveal.revealed} reveal={reveal} />
            </>
          )}
        </Fact>
        <Fact name={t('client.transactionPassword')}>{isSet(sign_in.transaction_password)}</Fact>
        <Fact name={t('client.antiPhishing')}>{isSet(sign_in.anti_phishing_code)}</Fact>
        <Fact name={t('client.withdrawLimit')}>
          <span className="num">{sign_in.withdraw_limit} USDT</span>
        </Fact>
        {sign_in.withdrawals_held_until > 0 ? (
          <Fact name={t('client.held24')}>
            <span className="num">{utcText(sign_in.withdrawals_held_until)}</span>
          </Fact>
        ) : null}
      </dl>
    </Pane>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface MaskedProps {
  readonly field: ProtectedField;
  readonly value: string;
  readonly reveal: Reveal;
}

function Masked({ field, value, reveal }: MaskedProps) {
  const { t } = useTranslation('people');
  const shown = reveal.revealed[field];
  if (value === '') return <span className="faint">{t('client.notGiven')}</span>;
  return (
    <>
      <span className="num">{shown ?? value}</span>
      <ShowButton field={field} isShown={shown !== undefined} reveal={reveal} />
    </>
  );
}

interface ShowButtonProps {
  readonly field: ProtectedField;
  readonly isShown: boolean;
  readonly reveal: Reveal;
  readonly children?: string;
}

export function ShowButton({ field, isShown, reveal: { ask }, children }: ShowButtonProps) {
  const { t } = useTranslation('people');
  if (isShown || ask === undefined) return null;
  return (
    <button
      type="button"
      className="link"
      aria-label={t('client.showOf', { field: t(`client.fields.${field}`) })}
      onClick={() => ask(field)}
    >
      {children ?? t('client.show')}
    </button>
  );
}
