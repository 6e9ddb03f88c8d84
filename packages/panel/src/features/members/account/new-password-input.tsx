import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** AUT1: the input for a new password, with a hint about good ones. */
export function NewPasswordInput(props: PasswordInputProps): ReactNode {
  const t = useTexts(texts);
  return (
    <PasswordInput
      label={t.newPassword}
      description={t.newHint}
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...props}
    />
  );
}
