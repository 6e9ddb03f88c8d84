import { Stack, Text } from '@mantine/core';
import { describeReason } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useLocale } from '../ui/locale.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { useTexts } from '../ui/texts.ts';
import { textIn, type Content } from './content.ts';
import { EmailFrame } from './email-frame.tsx';
import { PlainText } from './preview-text.tsx';
import { previewTexts } from './preview-texts.ts';
import { useEmailPreview } from './use-email-preview.ts';

/** A preview of an e-mail: sender, subject and content. */
export function EmailPreview({ content }: { content: Content }): ReactNode {
  const t = useTexts(previewTexts);
  const html = textIn(content, 'html').trim() === '' ? textIn(content, 'body') : textIn(content, 'html');
  return (
    <Stack gap="xs" role="group" aria-label={t.email}>
      <EmailHead content={content} />
      {html.trim() === '' ? <Text c="dimmed">{t.empty}</Text> : <Made html={html} />}
    </Stack>
  );
}

/** The rendered e-mail, or its issue. */
function Made({ html }: { html: string }): ReactNode {
  const t = useTexts(previewTexts);
  const { locale } = useLocale();
  return (
    <Loaded query={useEmailPreview(html)}>
      {({ preview, issue }) =>
        preview ? (
          <EmailFrame html={preview.html} />
        ) : (
          <Text c="dimmed">{describeReason(issue?.reason ?? '', locale) ?? t.failed}</Text>
        )
      }
    </Loaded>
  );
}

/** Sender and subject, as in the list of a mail client. */
function EmailHead({ content }: { content: Content }): ReactNode {
  const t = useTexts(previewTexts);
  const subject = textIn(content, 'subject');
  return (
    <div>
      <Text fw={600}>{subject === '' ? t.noSubject : <PlainText text={subject} />}</Text>
      <Text size="sm" c="dimmed">
        {textIn(content, 'remetente_nome')}{' '}
        {textIn(content, 'remetente_email') && `<${textIn(content, 'remetente_email')}>`}
      </Text>
    </div>
  );
}
