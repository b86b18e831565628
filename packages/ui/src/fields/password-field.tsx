import { TextInput } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './password-field.module.css';

type PasswordFieldProps = {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (next: string) => void;
  /** Lets password managers recognize which password this is. */
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
  readonly name?: string;
  readonly error?: string | undefined;
  readonly description?: ReactNode;
  readonly size?: 'md' | 'lg';
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A password field with a text button that shows and hides it. Paste and password managers work. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      ref={props.ref}
      type={shown ? 'text' : 'password'}
      label={props.label}
      name={props.name}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autoComplete={props.autoComplete}
      error={props.error}
      description={props.description}
      size={props.size ?? 'md'}
      data-autofocus={props.autoFocus || undefined}
      maxLength={128}
      spellCheck={false}
      autoCapitalize="none"
      rightSectionWidth={72}
      rightSection={
        <button type="button" className={styles.toggle} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'hide' : 'show')}
        </button>
      }
    />
  );
}
