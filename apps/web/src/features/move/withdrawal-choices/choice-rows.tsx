import { Button } from '@mantine/core';
import { type Icon, IconAddressBook, IconBolt, IconListCheck } from '@tabler/icons-react';
import { formatPrice, toast } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { securityChanged } from '../../../lib/security.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { useSavedAddresses, useWithdrawalLimits, withdrawalsChanged } from '../../../lib/withdrawals.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { StateRow } from '../../../ui/state-row.tsx';
import { PasswordDialog } from '../shared/password-dialog.tsx';

/** The texts for on and off. */
type RowProps = { readonly stateText: (isOn: boolean) => string };
type Setting = { readonly title: string; readonly isOn: boolean; readonly stateText: string };

const saved = () => Promise.all([securityChanged(), withdrawalsChanged()]);

/** Whether withdrawals may go only to saved addresses. Switching this off takes effect after a day. */
export function OnlySavedRow({ stateText }: RowProps) {
  const { t } = useTranslation('withdraw');
  const { data } = useWithdrawalLimits();
  const { is_on = false, until = 0 } = data?.only_saved ?? {};
  const isEnding = until > 0;
  // While the setting is being switched off, the only option is to keep it on.
  const next = !is_on || isEnding;
  return (
    <ChoiceRow
      icon={IconListCheck}
      setting={{ title: t('choices.onlySaved.title'), isOn: is_on, stateText: stateText(is_on) }}
      isKnown={data !== undefined}
      about={isEnding ? t('choices.onlySaved.until', { time: dateTimeText(until) }) : t('choices.onlySaved.about')}
      act={t(
        isEnding ? 'choices.onlySaved.keep' : is_on ? 'choices.onlySaved.switchOff' : 'choices.onlySaved.switchOn',
      )}
      text={t(next ? 'choices.onlySaved.onText' : 'choices.onlySaved.offText')}
      change={async (transaction_password) => {
        const body = { is_on: next, transaction_password };
        const answer = await call('POST /api/v3/withdrawal-choices/only-saved', { body });
        return next
          ? t('choices.onlySaved.done')
          : t('choices.onlySaved.doneOff', { time: dateTimeText(answer.until) });
      }}
    />
  );
}

/** Switches one-step withdrawals on or off. Switching them on takes effect a day later. */
export function OneStepRow({ stateText }: RowProps) {
  const { t } = useTranslation('withdraw');
  const { data } = useWithdrawalLimits();
  const { is_on = false, from = 0, per_day = '0' } = data?.one_step ?? {};
  const isPending = from > 0;
  const next = !is_on && !isPending;
  const about = t('choices.oneStep.about', { most: formatPrice(trimZeros(per_day)) });
  return (
    <ChoiceRow
      icon={IconBolt}
      setting={{ title: t('choices.oneStep.title'), isOn: is_on, stateText: stateText(is_on) }}
      isKnown={data !== undefined}
      about={isPending ? t('choices.oneStep.from', { time: dateTimeText(from) }) : data && about}
      act={t(next ? 'choices.oneStep.switchOn' : isPending ? 'choices.oneStep.keepOff' : 'choices.oneStep.switchOff')}
      text={next ? `${about} ${t('choices.oneStep.delay')}` : t('choices.oneStep.offText')}
      change={async (transaction_password) => {
        const body = { is_on: next, transaction_password };
        const answer = await call('POST /api/v3/withdrawal-choices/one-step', { body });
        return next
          ? t('choices.oneStep.done', { time: dateTimeText(answer.from) })
          : t(isPending ? 'choices.oneStep.keptOff' : 'choices.oneStep.doneOff');
      }}
    />
  );
}

/** The number of saved addresses, and a link to them. */
export function SavedAddressesRow({ manage }: { readonly manage: string }) {
  const { t } = useTranslation('withdraw');
  const { data } = useSavedAddresses();
  return (
    <StateRow
      icon={IconAddressBook}
      name={t('choices.addresses')}
      about={data && t('choices.addressesAbout', { count: data.length })}
      action={
        <ButtonLink to={paths.savedAddresses} variant="default" aria-label={t('saved.manage')}>
          {manage}
        </ButtonLink>
      }
    />
  );
}

type ChoiceRowProps = {
  readonly icon: Icon;
  readonly setting: Setting;
  /** Whether the current state has loaded; until then it is not shown and cannot be changed. */
  readonly isKnown: boolean;
  readonly about: ReactNode;
  readonly act: string;
  /** The consequences of changing the setting. */
  readonly text: string;
  /** Returns the message that confirms the change. */
  readonly change: (transactionPassword: string) => Promise<string>;
};

function ChoiceRow({ icon, setting, isKnown, about, act, text, change }: ChoiceRowProps) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      <StateRow
        icon={icon}
        name={setting.title}
        about={about}
        state={isKnown ? { text: setting.stateText, isOn: setting.isOn } : undefined}
        action={
          <Button
            variant="default"
            disabled={!isKnown}
            aria-label={`${setting.title}: ${act}`}
            onClick={() => setIsChanging(true)}
          >
            {act}
          </Button>
        }
      />
      {isChanging ? (
        <PasswordDialog
          title={setting.title}
          act={act}
          send={change}
          onDone={(said) => {
            toast.ok(said);
            void saved();
            setIsChanging(false);
          }}
          onClose={() => setIsChanging(false)}
        >
          <p>{text}</p>
        </PasswordDialog>
      ) : null}
    </>
  );
}
