import { TextInput } from '@mantine/core';

type CodeInputProps = {
  readonly label: string;
  readonly code: string;
  readonly error: string | undefined;
  readonly onCode: (code: string) => void;
  /** Whether the field also accepts recovery codes, which contain letters. */
  readonly takesRecoveryCodes?: boolean;
};

const LONGEST = { digits: 6, recovery: 16 } as const;

/** An authenticator code or, if accepted here, a recovery code. */
export function CodeInput({ label, code, error, onCode, takesRecoveryCodes = false }: CodeInputProps) {
  return (
    <TextInput
      className="num"
      name="code"
      label={label}
      autoComplete="one-time-code"
      inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST.recovery}
      value={code}
      error={error}
      onChange={({ currentTarget: { value } }) =>
        onCode(takesRecoveryCodes ? value : value.replace(/\D/g, '').slice(0, LONGEST.digits))
      }
    />
  );
}
