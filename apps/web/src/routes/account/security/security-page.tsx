import { Button } from '@mantine/core';
import {
  IconArrowUpRight,
  IconBrandGoogle,
  IconDevices,
  IconHistory,
  IconKey,
  IconLock,
  IconMailCheck,
  IconPlugConnected,
} from '@tabler/icons-react';
import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { AuthenticatorRow } from '../../../features/account/authenticator/authenticator-row.tsx';
import { PasskeysRow } from '../../../features/account/passkeys/passkeys-row.tsx';
import { ProtectionPanel } from '../../../features/account/security-overview/protection-panel.tsx';
import { SecurityLoaded } from '../../../features/account/shared/security-loaded.tsx';
import { SetTransactionPasswordButton } from '../../../features/account/transaction-password/set-transaction-password-button.tsx';
import { OneStepRow, OnlySavedRow, SavedAddressesRow } from '../../../features/move/withdrawal-choices/choice-rows.tsx';
import { paths } from '../../../lib/paths.ts';
import type { Security } from '../../../lib/security.ts';
import { type Client, useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { dateText, dateTimeText } from '../../../lib/when.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { StateRow } from '../../../ui/state-row.tsx';

const WithdrawLimitDialog = lazyPart(() =>
  import('../../../features/account/security-overview/withdraw-limit-dialog.tsx').then((m) => m.WithdrawLimitDialog),
);
/** Every security setting of the account, with its current state. */
export function SecurityCentrePage() {
  const { t } = useTranslation('security');
  const client = useClient();
  usePageTitle(t('title'));
  if (!client) return <PageSkeleton />;
  return (
    <AccountFrame title={t('title')} lead={t('lead')}>
      <SecurityLoaded>
        {(security) => (
          <>
            <ProtectionPanel security={security} />
            <SignInSection security={security} />
            <PasswordSection security={security} client={client} />
            <MessageSection security={security} />
            <WithdrawalSection security={security} />
            <AccessSection security={security} />
          </>
        )}
      </SecurityLoaded>
    </AccountFrame>
  );
}

function SignInSection({ security }: { readonly security: Security }) {
  const { t } = useTranslation('security');
  const { google, mobile, wallets } = security;
  return (
    <Section title={t('signIn.title')}>
      <ul>
        <AuthenticatorRow />
        <PasskeysRow />
        <StateRow
          icon={IconBrandGoogle}
          name={t('signIn.google')}
          about={google.is_connected ? google.email : t('signIn.googleAbout')}
          state={{ text: t(google.is_connected ? 'state.connected' : 'state.notConnected'), isOn: google.is_connected }}
          action={
            <ButtonLink
              to={paths.accountConnections}
              variant="default"
              aria-label={t(google.is_connected ? 'connect.disconnectGoogle' : 'connect.connectGoogle')}
            >
              {t(google.is_connected ? 'connect.disconnect' : 'connect.connect')}
            </ButtonLink>
          }
        />
        <StateRow
          icon={IconPlugConnected}
          name={t('connections.title')}
          about={t('connections.about', {
            mobile: mobile.is_verified ? mobile.mobile_number : t('connections.noMobile'),
            wallets: t('connections.wallets', { count: wallets.length }),
          })}
          action={
            <ButtonLink to={paths.accountConnections} variant="default">
              {t('manage')}
            </ButtonLink>
          }
        />
      </ul>
    </Section>
  );
}

function PasswordSection({ security, client }: { readonly security: Security; readonly client: Client }) {
  const { t } = useTranslation('security');
  const { account_password, transaction_password } = security;
  return (
    <Section title={t('passwords.title')}>
      <ul>
        <StateRow
          icon={IconLock}
          name={t('passwords.account')}
          about={t('passwords.accountAbout', { date: dateText(account_password.changed_at), email: client.email })}
          action={
            <ButtonLink to={paths.changePassword} variant="default" aria-label={t('passwords.accountTitle')}>
              {t('change')}
            </ButtonLink>
          }
        />
        <StateRow
          icon={IconKey}
          name={t('passwords.transaction')}
          about={
            transaction_password.changed_at > 0
              ? t('passwords.transactionChangedOn', { date: dateText(transaction_password.changed_at) })
              : t('passwords.transactionAbout')
          }
          state={{
            text: t(transaction_password.is_set ? 'state.set' : 'state.notSet'),
            isOn: transaction_password.is_set,
          }}
          action={
            transaction_password.is_set ? (
              <ButtonLink
                to={paths.changeTransactionPassword}
                variant="default"
                aria-label={t('passwords.transactionTitle')}
              >
                {t('change')}
              </ButtonLink>
            ) : (
              <SetTransactionPasswordButton />
            )
          }
        />
      </ul>
    </Section>
  );
}

function MessageSection({ security }: { readonly security: Security }) {
  const { t } = useTranslation('security');
  const { is_set, hint } = security.anti_phishing;
  return (
    <Section title={t('messages.title')}>
      <ul>
        <StateRow
          icon={IconMailCheck}
          name={t('antiPhishing.title')}
          about={is_set ? t('antiPhishing.present', { hint }) : t('antiPhishing.what')}
          state={{ text: t(is_set ? 'state.set' : 'state.notSet'), isOn: is_set }}
          action={
            <ButtonLink to={paths.antiPhishing} variant="default" aria-label={t('antiPhishing.pageTitle')}>
              {t(is_set ? 'change' : 'antiPhishing.create')}
            </ButtonLink>
          }
        />
      </ul>
    </Section>
  );
}

function WithdrawalSection({ security }: { readonly security: Security }) {
  const { t } = useTranslation('security');
  const [isChoosing, setIsChoosing] = useState(false);
  const { withdraw_limit, withdraw_limit_next: next } = security;
  const nextText = next && ` ${t('limit.next', { value: next.limit, time: dateTimeText(next.from) })}`;
  const stateText = (isOn: boolean) => t(isOn ? 'state.enabled' : 'state.disabled');
  return (
    <Section title={t('withdrawals.title')}>
      <ul>
        <StateRow
          icon={IconArrowUpRight}
          name={t('limit.title')}
          about={`${t('limit.about', { value: withdraw_limit })}${nextText ?? ''}`}
          action={
            <Button variant="default" aria-label={t('limit.changeNamed')} onClick={() => setIsChoosing(true)}>
              {t('change')}
            </Button>
          }
        />
        <OneStepRow stateText={stateText} />
        <OnlySavedRow stateText={stateText} />
        <SavedAddressesRow manage={t('manage')} />
      </ul>
      {isChoosing ? (
        <LazyPart>
          <WithdrawLimitDialog security={security} onClose={() => setIsChoosing(false)} />
        </LazyPart>
      ) : null}
    </Section>
  );
}

function AccessSection({ security }: { readonly security: Security }) {
  const { t } = useTranslation('security');
  return (
    <Section title={t('access.title')}>
      <ul>
        <StateRow
          icon={IconDevices}
          name={t('access.pageTitle')}
          about={t('access.about', { count: security.sessions })}
          action={
            <ButtonLink to={paths.appAuthorization} variant="default" aria-label={t('access.manage')}>
              {t('manage')}
            </ButtonLink>
          }
        />
        <StateRow
          icon={IconHistory}
          name={t('events.title')}
          about={t('events.about')}
          action={
            <ButtonLink to={paths.securityEvents} variant="default" aria-label={t('events.view')}>
              {t('view')}
            </ButtonLink>
          }
        />
      </ul>
    </Section>
  );
}
