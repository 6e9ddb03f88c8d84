import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { readTime } from './read-time.ts';
import { selectOnFocus } from './select-on-focus.ts';

type TimeFieldProps = {
  label: string;
  description?: string;
  /** `HH:MM`. */
  value: string;
  readOnly?: boolean;
  error?: ReactNode;
  onChange: (time: string) => void;
};

/** A time of day in 24 hours. A field of the browser would follow its own language: 09:00 PM. A text that is no time is put back on leaving. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      {...field}
      {...selectOnFocus}
      inputMode="text"
      autoComplete="off"
      maxLength={8}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const time = readTime(currentTarget.value);
        if (time !== undefined) onChange(time);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
