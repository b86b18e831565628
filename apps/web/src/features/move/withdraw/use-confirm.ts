import { formatPrice, toast } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { sendSurely } from '../../../lib/authorised.ts';
import { plainPrice } from '../../../lib/decimal.ts';
import { queryClient, WALLET_KEY } from '../../../lib/query-client.ts';
import { useCode } from '../../../ui/use-code.ts';
import { type Confirmation, confirmDraft, type Draft, passkeyFor, type Verdict } from './draft.ts';

const TOTP_DIGITS = 6;

/** The inputs that confirm a draft, and the call that sends the confirmation. */
export function useConfirm(drafted: Draft, onSent: (withdrawalId: number) => void) {
  const { t } = useTranslation(['withdraw', 'common']);
  const { factors, warnings } = drafted;
  const typed = useFactors(factors);
  const { code, totp, password, secondFactor } = typed;
  const [isCompared, setIsCompared] = useState(false);
  const [isWarned, setIsWarned] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  // One key per draft, so that a retry after a lost response does not withdraw twice.
  const key = useRef({ draft: 0, text: '' });
  if (key.current.draft !== drafted.draft.id) key.current = { draft: drafted.draft.id, text: newIdempotencyKey() };

  const take = (verdict: Verdict) => {
    if (verdict.message === 'success') {
      toast.ok(t('confirm.sent'), verdict.sent && t('confirm.sentDetail', amountsOf(verdict.sent)));
      void queryClient.invalidateQueries({ queryKey: WALLET_KEY });
      return onSent(verdict.withdrawal_id ?? 0);
    }
    toast.error(t('confirm.wrong'));
    if (verdict.message === 'wrong_password') return password.blame(t('confirm.wrongPassword'));
    const text = t(`confirm.wrongFactor.${verdict.factor ?? 'email'}`);
    if (verdict.factor === 'authenticator') return totp.blame(text);
    if (verdict.factor === 'passkey') return setFailure(text);
    code.blame(text);
  };

  const send = async () => {
    const passkey = secondFactor === 'passkey' ? await passkeyFor(drafted) : undefined;
    const confirmation = { ...typed.confirmation(), ...(passkey === undefined ? {} : { passkey }) };
    return sendSurely(() => confirmDraft(drafted, confirmation, key.current.text));
  };

  const submit = async () => {
    if (isSending || !typed.isComplete()) return;
    setIsSending(true);
    setFailure(undefined);
    try {
      take(await send());
    } catch (error) {
      if (!(error instanceof ApiError)) setFailure(t('confirm.passkeyFailed'));
      else setFailure(error.retryable ? `${errorText(error)} ${t('confirm.again')}` : errorText(error));
    }
    setIsSending(false);
  };

  return {
    code: code.field,
    totp: totp.value,
    totpError: totp.error,
    setTotp: totp.type,
    password: password.value,
    passwordError: password.error,
    setPassword: password.type,
    secondFactor,
    changeFactor: typed.changeFactor,
    isCompared,
    setIsCompared,
    isWarned,
    setIsWarned,
    isSending,
    failure,
    mayBeSent: isCompared && (isWarned || warnings.length === 0),
    submit,
  };
}

export type ConfirmModel = ReturnType<typeof useConfirm>;

/** The inputs of the factors that confirm a withdrawal. */
function useFactors(factors: Draft['factors']) {
  const { t } = useTranslation('common');
  const code = useCode();
  const totp = useField();
  const password = useField();
  const [isPasskeyChosen, setIsPasskeyChosen] = useState(!factors.authenticator);
  const secondFactor = secondFactorOf(factors, isPasskeyChosen);
  /** Shows what is missing. Returns whether everything is complete. */
  const isComplete = (): boolean => {
    const hasCode = factors.email_code === '' || code.check();
    const hasTotp = secondFactor !== 'authenticator' || totp.value.length === TOTP_DIGITS;
    totp.blame(hasTotp ? undefined : t('required'));
    password.blame(password.value === '' ? t('required') : undefined);
    return hasCode && hasTotp && password.value !== '';
  };
  const confirmation = (): Confirmation => ({
    verification: factors.email_code === '' ? '' : code.code,
    transaction_password: password.value,
    ...(secondFactor === 'authenticator' ? { totp: totp.value } : {}),
  });
  return {
    code,
    totp,
    password,
    secondFactor,
    changeFactor: () => setIsPasskeyChosen(!isPasskeyChosen),
    isComplete,
    confirmation,
  };
}

/** The text of a field and its error; the next edit clears the error. */
function useField() {
  const [value, setValue] = useState('');
  const [error, blame] = useState<string>();
  const type = (next: string) => {
    blame(undefined);
    setValue(next);
  };
  return { value, error, blame, type };
}

function secondFactorOf(factors: Draft['factors'], isPasskeyChosen: boolean) {
  if (factors.passkey && isPasskeyChosen) return 'passkey';
  return factors.authenticator ? 'authenticator' : undefined;
}

const amountsOf = ({ coin, network, amount, fee, arrives }: NonNullable<Verdict['sent']>) => ({
  amount: formatPrice(plainPrice(amount)),
  fee: formatPrice(plainPrice(fee)),
  arrives: formatPrice(plainPrice(arrives)),
  coin,
  network,
});
