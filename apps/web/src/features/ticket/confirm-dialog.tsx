import { Button, Checkbox } from '@mantine/core';
import { Dialog, PasswordField, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../ui/dialog-form.tsx';
import styles from './confirm-dialog.module.css';
import { type DeskQuestion, sendOrder } from './order-desk.ts';

type ConfirmDialogProps = {
  readonly question: DeskQuestion;
  /** The client has no transaction password yet. */
  readonly onNeedsNewPassword: () => void;
};

/** Says what will be sent, asks for the transaction password and sends it. Stays open while the password is wrong. */
export function ConfirmDialog({ question, onNeedsNewPassword }: ConfirmDialogProps) {
  const { t } = useTranslation('trade');
  const { words, request, key, answer } = question;
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [sending, setSending] = useState(false);
  const [passwordError, setPasswordError] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const submit = async () => {
    if (sending) return;
    if (password === '') return setPasswordError(t('confirm.passwordRequired'));
    setSending(true);
    setFailure(undefined);
    const result = await sendOrder(request, { transaction_password: password, remember }, key);
    setSending(false);
    switch (result.kind) {
      case 'done':
        toast.ok(words.success);
        return answer({ kind: 'done' });
      case 'needs_new_password':
        return onNeedsNewPassword();
      case 'needs_password':
        return setPasswordError(t('confirm.passwordRequired'));
      case 'wrong_password':
        toast.error(t('confirm.wrongPassword'));
        return setPasswordError(t('confirm.wrongPassword'));
      case 'try_again':
        return setFailure(result.text);
      case 'refused':
        toast.error(result.text);
        return answer({ kind: 'refused', text: result.text });
    }
  };

  return (
    <Dialog opened onClose={() => answer({ kind: 'dismissed' })} title={words.title} persistent={sending}>
      <DialogForm onSubmit={() => void submit()}>
        <dl className={styles.lines}>
          {words.lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
        <PasswordField
          label={t('confirm.password')}
          value={password}
          onChange={(next) => {
            setPassword(next);
            setPasswordError(undefined);
          }}
          autoComplete="off"
          name="transaction-password"
          error={passwordError}
          autoFocus
        />
        <Checkbox
          label={t('confirm.remember')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        {failure ? (
          <p className={styles.failure} role="alert">
            {failure} {t('confirm.sameOrder')}
          </p>
        ) : null}
        <Button type="submit" size="lg" fullWidth data-side={words.side === 'BUY' ? 'buy' : 'sell'} loading={sending}>
          {words.act}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
