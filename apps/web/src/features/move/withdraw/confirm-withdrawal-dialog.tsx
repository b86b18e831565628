import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Chip, CoinIcon, Dialog, formatPrice, PasswordField } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import type { SavedAddress, WithdrawalLimits } from '../../../lib/withdrawals.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { ArrivesSum } from './arrives-sum.tsx';
import { ConfirmFacts } from './confirm-facts.tsx';
import styles from './confirm-withdrawal-dialog.module.css';
import type { Draft } from './draft.ts';
import { TimeLeft } from './time-left.tsx';
import { type ConfirmModel, useConfirm } from './use-confirm.ts';

type ConfirmWithdrawalProps = {
  readonly draft: Draft;
  readonly network: CoinNetwork | undefined;
  readonly saved: SavedAddress | undefined;
  readonly limits: WithdrawalLimits | undefined;
  /** Creates a new draft, with a new code. */
  readonly redraft: () => Promise<void>;
  readonly onClose: () => void;
  readonly onSent: (withdrawalId: number) => void;
};

/** Shows the full draft, asks for everything that confirms it, and sends it. Closes only when done or cancelled. */
export function ConfirmWithdrawalDialog(props: ConfirmWithdrawalProps) {
  const { draft: drafted, network, saved, limits, redraft, onClose, onSent } = props;
  const { t } = useTranslation('withdraw');
  const confirm = useConfirm(drafted, onSent);
  const { draft, warnings } = drafted;
  const amount = formatPrice(trimZeros(draft.amount));
  return (
    <Dialog opened onClose={onClose} persistent size={920} title={t('confirm.title')}>
      <DialogForm onSubmit={() => void confirm.submit()}>
        <div className={styles.head}>
          <ol className={styles.steps}>
            {(['confirm', 'check', 'send', 'arrive'] as const).map((step) => (
              <li key={step} aria-current={step === 'confirm' ? 'step' : undefined}>
                <b>{t(`steps.${step}`)}</b>
                <span>{t(`confirm.steps.${step}`, { count: network?.unlock_confirmations ?? 0 })}</span>
              </li>
            ))}
          </ol>
          <TimeLeft endsAt={draft.expires_at} />
        </div>
        {warnings.length > 0 ? <Warnings confirm={confirm} coin={draft.coin} warnings={warnings} /> : null}
        <div className={styles.body}>
          <div className={styles.what}>
            <p className={styles.amount}>
              <CoinIcon coin={draft.coin} size={36} />
              <b className="num">{amount}</b> {draft.coin}
              <Chip>{network?.name ?? draft.network}</Chip>
            </p>
            <Receiver draft={draft} saved={saved} />
            <ArrivesSum sum={draft} />
          </div>
          <Factors confirm={confirm} drafted={drafted} redraft={redraft} />
        </div>
        <ConfirmFacts drafted={drafted} limits={limits} />
        {confirm.failure ? (
          <p className={styles.failure} role="alert">
            {confirm.failure}
          </p>
        ) : null}
        <div className={styles.foot}>
          <Checkbox
            label={t('confirm.compared')}
            checked={confirm.isCompared}
            onChange={(event) => confirm.setIsCompared(event.currentTarget.checked)}
          />
          <Button variant="default" size="lg" onClick={onClose} disabled={confirm.isSending}>
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" size="lg" loading={confirm.isSending} disabled={!confirm.mayBeSent}>
            {t('act', { amount, coin: draft.coin })}
          </Button>
        </div>
      </DialogForm>
    </Dialog>
  );
}

type DraftFields = Draft['draft'];

function Receiver({ draft, saved }: { readonly draft: DraftFields; readonly saved: SavedAddress | undefined }) {
  const { t } = useTranslation('withdraw');
  return (
    <div className={styles.to}>
      <p className={styles.who}>
        <b>{saved?.label ?? t('confirm.isNew')}</b>
        {saved === undefined ? null : <span>{t('confirm.usedTimes', { count: saved.used })}</span>}
      </p>
      <p className={styles.address}>
        <AddressText address={draft.address} size="large" />
      </p>
      <ul className={styles.marks}>
        <li>{t('confirm.checksum')}</li>
        <li>{t('confirm.fits')}</li>
        {draft.is_internal ? <li>{t('confirm.internal')}</li> : null}
      </ul>
    </div>
  );
}

type FactorsProps = {
  readonly confirm: ConfirmModel;
  readonly drafted: Draft;
  readonly redraft: () => Promise<void>;
};

function Factors({ confirm, drafted: { factors }, redraft }: FactorsProps) {
  const { t } = useTranslation('withdraw');
  const client = useClient();
  const hasBoth = factors.authenticator && factors.passkey;
  return (
    <div className={styles.factors}>
      {factors.email_code === '' ? (
        <p className={styles.about}>{t('confirm.noCode')}</p>
      ) : (
        <CodeField
          label={t('confirm.code')}
          to={client?.email ?? factors.email_code}
          send={redraft}
          isSent
          {...confirm.code}
        />
      )}
      {confirm.secondFactor === 'authenticator' ? (
        <CodeInput label={t('confirm.totp')} code={confirm.totp} error={confirm.totpError} onCode={confirm.setTotp} />
      ) : null}
      {confirm.secondFactor === 'passkey' ? <p className={styles.about}>{t('confirm.passkey')}</p> : null}
      {hasBoth ? (
        <button type="button" className={`link ${styles.other}`} onClick={confirm.changeFactor}>
          {t(confirm.secondFactor === 'passkey' ? 'confirm.useTotp' : 'confirm.usePasskey')}
        </button>
      ) : null}
      <PasswordField
        label={t('confirm.password')}
        value={confirm.password}
        onChange={confirm.setPassword}
        autoComplete="off"
        name="transaction-password"
        error={confirm.passwordError}
      />
      <p className={styles.about}>
        {factors.email_code === '' ? null : t('confirm.about')}{' '}
        <Link to={paths.changeTransactionPassword} className="link">
          {t('confirm.forgot')}
        </Link>
      </p>
    </div>
  );
}

interface WarningsProps {
  readonly confirm: ConfirmModel;
  readonly coin: string;
  readonly warnings: Draft['warnings'];
}

/** A fraud warning in full; to continue, the client must confirm that the warning does not apply. */
function Warnings({ confirm, coin, warnings }: WarningsProps) {
  const { t } = useTranslation('withdraw');
  return (
    <div className={styles.warning} role="alert">
      <b>{t('alert.scamTitle')}</b>
      <ul>
        {warnings.map((pattern) => (
          <li key={pattern}>{t(`alert.scam.${pattern}`, { coin })}</li>
        ))}
      </ul>
      <p>{t('alert.scamText')}</p>
      <Checkbox
        label={t('alert.scamConfirm')}
        checked={confirm.isWarned}
        onChange={(event) => confirm.setIsWarned(event.currentTarget.checked)}
      />
    </div>
  );
}
