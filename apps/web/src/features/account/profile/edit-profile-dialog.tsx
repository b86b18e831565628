import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { type BirthDate, dateOf, partsOf } from './birth-date.ts';
import { BirthDateField } from './birth-date-field.tsx';
import { PROFILE, type Profile } from './use-profile.ts';

type Field = 'name' | 'gender' | 'date_of_birth' | 'address';

type EditProfileDialogProps = { readonly profile: Profile; readonly onClose: () => void };

const fieldOfError: Readonly<Record<string, Field>> = {
  name_invalid: 'name',
  address_invalid: 'address',
  date_of_birth_invalid: 'date_of_birth',
};

export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const [values, setValues] = useState<Pick<Profile, Field>>(profile);
  const [birth, setBirth] = useState<BirthDate>(() => partsOf(profile.date_of_birth));
  const [isNoDate, setIsNoDate] = useState(false);
  const dateOfBirth = dateOf(birth);
  const save = useMutation({
    mutationFn: () => {
      const { name, gender, address } = values;
      const body = { name, gender, date_of_birth: dateOfBirth ?? '', address };
      return call('POST /api/v3/my-profile', { body });
    },
    onSuccess: (answer) => {
      queries.setQueryData(PROFILE, { profile: answer.profile });
      toast.ok(t('edit.saved'));
      onClose();
    },
  });
  const wrongField = save.error instanceof ApiError ? (fieldOfError[save.error.code] ?? 'address') : 'address';
  const errorOf = (name: Field) => (save.isError && wrongField === name ? errorText(save.error) : undefined);
  const field = (name: Field) => ({
    label: t(`edit.${name}`),
    value: values[name],
    error: errorOf(name),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setValues((before) => ({ ...before, [name]: currentTarget.value }));
      save.reset();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('edit.title')} persistent>
      <DialogForm onSubmit={() => (dateOfBirth === undefined ? setIsNoDate(true) : save.mutate())}>
        <TextInput
          {...field('name')}
          description={t('edit.nameRule')}
          maxLength={100}
          autoComplete="name"
          data-autofocus
        />
        <NativeSelect
          {...field('gender')}
          data={[
            { value: '', label: t('info.notSet') },
            { value: 'Male', label: t('info.genders.Male') },
            { value: 'Female', label: t('info.genders.Female') },
          ]}
        />
        <BirthDateField
          label={t('edit.date_of_birth')}
          value={birth}
          error={isNoDate ? t('birth.invalid') : errorOf('date_of_birth')}
          onChange={(next) => {
            setIsNoDate(false);
            setBirth(next);
            save.reset();
          }}
        />
        <TextInput {...field('address')} maxLength={200} autoComplete="street-address" />
        <Button type="submit" fullWidth loading={save.isPending}>
          {t('edit.save')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
