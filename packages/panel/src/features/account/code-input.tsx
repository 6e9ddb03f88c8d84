import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

/** The six digits of an authenticator app. */
export function CodeInput({ value, onChange }: { value: string; onChange: (code: string) => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <TextInput
      label={t.code}
      description={t.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      w={{ base: '100%', xs: 320 }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
