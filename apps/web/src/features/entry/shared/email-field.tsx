import { TextInput } from '@mantine/core';

type EmailFieldProps = {
  readonly label: string;
  readonly email: string;
  readonly error: string | undefined;
  /** What is typed; whatever was wrong before is then to be forgotten. */
  readonly onEmail: (email: string) => void;
};

/** The email address by which someone signs in, and which password managers keep as the user's name. */
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
