import { NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import type { FormField } from './values.ts';

type ProviderFieldProps = {
  field: FormField;
  value: string | number | boolean | undefined;
  onChange: (value: string | number | boolean) => void;
  error?: string | undefined;
  /** A stored secret is never shown. `stored`: the hint that one is stored. */
  secret?: { stored: string | undefined };
};

/** One setting of a provider, with the control for its type. */
export function ProviderField({ field, value, onChange, error, secret }: ProviderFieldProps): ReactNode {
  const { locale } = useLocale();
  const isNeeded = field.required && secret?.stored === undefined;
  const hint = field.hint?.[locale];
  const shared = {
    label: field.label[locale],
    error,
    required: isNeeded,
    ...(hint && { description: hint }),
    ...(secret?.stored !== undefined && { placeholder: secret.stored }),
  };
  const text = value === undefined ? '' : String(value);
  const write = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  if (field.kind === 'flag') {
    const { required: _required, ...rest } = shared;
    return <Switch {...rest} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (field.kind === 'number') {
    return <NumberInput {...shared} value={value as number} onChange={onChange} hideControls allowDecimal={false} />;
  }
  if (field.kind === 'choice') {
    const data = (field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label[locale] }));
    return (
      <Select
        {...shared}
        data={data}
        value={text || null}
        clearable={!isNeeded}
        onChange={(one) => onChange(one ?? '')}
      />
    );
  }
  if (field.kind === 'long' || field.kind === 'map') {
    return <Textarea {...shared} autosize minRows={3} maxRows={8} value={text} onChange={write} spellCheck={false} />;
  }
  return secret ? (
    <PasswordInput {...shared} value={text} onChange={write} autoComplete="off" />
  ) : (
    <TextInput {...shared} value={text} onChange={write} autoComplete="off" spellCheck={false} />
  );
}
