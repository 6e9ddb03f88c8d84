import { TextInput } from '@mantine/core';
import { describeMinutes, parseWait } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { useLocale } from '../locale.tsx';

type DurationFieldProps = {
  label: string;
  description: string;
  /** Minutes. */
  value: number;
  error: ReactNode;
  onChange: (minutes: number) => void;
};

/** A duration as people write it: `30 min`, `12h`, `1 dia`. A text that is none is put back on leaving. */
export function DurationField({ value, onChange, ...field }: DurationFieldProps): ReactNode {
  const { locale } = useLocale();
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      {...field}
      autoComplete="off"
      maxLength={40}
      value={typed ?? describeMinutes(value, locale)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const { duration, beyond } = parseWait(currentTarget.value, 1);
        if (duration && beyond === undefined) onChange(duration.minutes);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
