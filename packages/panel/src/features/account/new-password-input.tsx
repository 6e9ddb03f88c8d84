import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

type Props = Pick<PasswordInputProps, 'w'> & { readonly value: string; readonly onChange: (password: string) => void };

/** AUT1: the input for a new password, with a hint about good ones. */
export function NewPasswordInput({ onChange, ...props }: Props): ReactNode {
  const t = useTexts(texts);
  return (
    <PasswordInput
      label={t.newPassword}
      description={t.newHint}
      autoComplete="new-password"
      required
      withAsterisk={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}
