import { TextInput } from '@mantine/core';

type EmailFieldProps = {
  readonly label: string;
  readonly email: string;
  readonly error: string | undefined;
  /** Called with the typed text; the caller should clear the previous error. */
  readonly onEmail: (email: string) => void;
};

/** The email address used to sign in, which password managers store as the username. */
export function EmailField({ label, email, error, onEmail }: EmailFieldProps) {
  return (
    <TextInput
      size="lg"
      type="email"
      name="email"
      label={label}
      autoComplete="username"
      inputMode="email"
      enterKeyHint="next"
      maxLength={254}
      autoFocus
      value={email}
      error={error}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
  );
}
