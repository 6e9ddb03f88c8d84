import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useEmailPreview, type EmailPreview } from '../../../../../preview/use-email-preview.ts';
import { useExample } from '../example/example.ts';
import type { EmailIssue } from './issue-text.ts';

/** The rendered draft of an e-mail. */
export type EmailDraft = {
  /** The preview of the last text that could be rendered. */
  preview: EmailPreview['preview'];
  /** The issue of the current text. */
  issue: EmailIssue | undefined;
  error: Error | null;
};

/** Renders an e-mail a moment after the last key; the last valid preview stays visible. */
export function useEmailDraft(text: string): EmailDraft {
  const { key } = useExample();
  const [settled] = useDebouncedValue(text, 400);
  const { data, error } = useEmailPreview(settled, key);
  const [good, setGood] = useState<EmailPreview['preview']>(null);
  if (data?.preview && data.preview !== good) setGood(data.preview);
  const isEmpty = text.trim() === '';
  return {
    preview: isEmpty ? null : (data?.preview ?? good),
    issue: isEmpty ? undefined : (data?.issue ?? undefined),
    error,
  };
}
