import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/api.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { useCode } from '../../../ui/use-code.ts';

type CodeFormProps = {
  readonly label: string;
  /** The address or number that the code was sent to. */
  readonly to: string;
  /** Sends another code. */
  readonly send: () => Promise<unknown>;
  /** Errors it throws are shown below the code field. */
  readonly onCode: (code: string) => Promise<void>;
  readonly submit: string;
  /** The label of the back button. */
  readonly other: string;
  readonly onOther: () => void;
  /** What the code confirms. */
  readonly children?: ReactNode;
};

/** The second step of a dialog: asks for the code that the first step has sent. */
export function CodeForm({ label, to, send, onCode, submit, other, onOther, children }: CodeFormProps) {
  const { code, check, field, blame } = useCode();
  const confirm = useMutation({ mutationFn: onCode, onError: (failure) => blame(errorText(failure)) });
  return (
    <DialogForm
      onSubmit={() => {
        if (check()) confirm.mutate(code);
      }}
    >
      {children}
      <CodeField {...field} label={label} to={to} send={send} isSent />
      <Button type="submit" fullWidth loading={confirm.isPending}>
        {submit}
      </Button>
      <button type="button" className="link" onClick={onOther}>
        {other}
      </button>
    </DialogForm>
  );
}
