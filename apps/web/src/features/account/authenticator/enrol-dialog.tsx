import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call } from '../../../lib/api.ts';
import { securityChanged, useSecurity } from '../../../lib/security.ts';
import { isPasskeyRefusal, passkeysWork } from '../../../lib/sign-in.ts';
import { AccountPasswordForm } from '../shared/account-password-form.tsx';
import { passkeyConfirmation } from '../shared/passkey-confirmation.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanStep } from './scan-step.tsx';

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'scan'; readonly offer: CallResponse<'POST /api/v3/totp/offer'> }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

/**
 * Three steps: the account password (and a passkey, if one is set up); the QR code to scan, with a first code; the
 * recovery codes.
 */
export function EnrolDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security', { keyPrefix: 'authenticator' });
  const { t: passkeysText } = useTranslation('security', { keyPrefix: 'passkeys' });
  const [step, setStep] = useState<Step>({ name: 'password' });
  const hasPasskey = (useSecurity().data?.passkeys ?? 0) > 0;
  const begin = async (password: string) => {
    const proof = hasPasskey ? await confirmed() : {};
    if (proof === undefined) return;
    setStep({ name: 'scan', offer: await call('POST /api/v3/totp/offer', { body: { password, ...proof } }) });
  };
  const confirmed = async () => {
    try {
      if (passkeysWork()) return await passkeyConfirmation();
      toast.error(passkeysText('noName'));
    } catch (error) {
      if (!isPasskeyRefusal(error)) throw error;
      toast.error(passkeysText('notConfirmed'));
    }
    return undefined;
  };
  const finish = () => {
    // Called only after the client has read the codes, because this refetch makes AuthenticatorRow replace this dialog
    // with ManageDialog.
    void securityChanged();
    onClose();
  };
  return (
    <Dialog opened onClose={step.name === 'codes' ? finish : onClose} title={t(`steps.${step.name}`)} persistent>
      {step.name === 'password' ? (
        <AccountPasswordForm text={t(hasPasskey ? 'needsPasskey' : 'needs')} onPassword={begin} />
      ) : null}
      {step.name === 'scan' ? (
        <ScanStep offer={step.offer} onEnrolled={(codes) => setStep({ name: 'codes', codes })} />
      ) : null}
      {step.name === 'codes' ? <RecoveryCodes codes={step.codes} onDone={finish} /> : null}
    </Dialog>
  );
}
