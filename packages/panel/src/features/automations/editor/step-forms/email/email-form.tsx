import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { compileTemplate, render } from '@retoma/flow';
import { lazy, Suspense, type ReactNode } from 'react';
import { EmailFrame } from '../../../../../preview/email-frame.tsx';
import { textIn, type Content } from '../../../../../preview/content.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useExample } from '../example/example.ts';
import { ExampleSelect } from '../example/example-select.tsx';
import { MetatagText } from '../text/metatag-text.tsx';
import type { StepAccess } from '../use-step.ts';
import { starter } from './blocks.ts';
import { IssueLine } from './issue-line.tsx';
import { SenderFields } from './sender-fields.tsx';
import { emailTexts } from './texts.ts';
import { useButtonColours } from './use-button-colours.ts';
import { useEmailDraft } from './use-email-draft.ts';

const EmailStudio = lazy(async () => ({ default: (await import('./email-studio.tsx')).EmailStudio }));

/** The properties of the e-mail form. */
type EmailProps = { data: Content; access: StepAccess };

/** An e-mail: sender, subject, and content. The content is edited in a full-screen editor. */
export function EmailForm({ data, access }: EmailProps): ReactNode {
  const t = useTexts(emailTexts);
  const { change, problem, isLocked } = access;
  return (
    <>
      <SenderFields data={data} access={access} />
      <MetatagText
        label={t.subject}
        value={textIn(data, 'subject')}
        onChange={(subject) => change({ 'data.subject': subject }, { field: 'subject' })}
        kind="subject"
        readOnly={isLocked}
        error={problem('data.subject')}
        description={<Subject text={textIn(data, 'subject')} />}
      />
      <EmailBody data={data} access={access} />
    </>
  );
}

/** The number of characters of a subject that a phone shows. */
const phoneLetters = 38;

function Subject({ text }: { text: string }): ReactNode {
  const t = useTexts(emailTexts);
  const { source } = useExample();
  const rendered = render(compileTemplate(text, 'subject'), source, { baseUrl: window.location.origin });
  if (rendered.length <= phoneLetters) return null;
  return t.onPhone(`${rendered.slice(0, phoneLetters).trimEnd()}…`);
}

function EmailBody({ data, access }: EmailProps): ReactNode {
  const t = useTexts(emailTexts);
  const { flow } = useFlowDocument();
  const colours = useButtonColours();
  const [isOpen, { open, close }] = useDisclosure();
  // `html` takes precedence if both are filled.
  const member = textIn(data, 'html').trim() === '' && textIn(data, 'body').trim() !== '' ? 'body' : 'html';
  const text = textIn(data, member);
  const { preview, issue } = useEmailDraft(text);
  const path = `data.${member}`;
  const put = (text: string, field?: string): void =>
    access.change({ [path]: text }, field === undefined ? {} : { field });
  const isEmpty = text.trim() === '';
  return (
    <Input.Wrapper label={t.body} labelElement="div" error={access.problem(path)}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<Icon name="pencil" size={16} />}
            onClick={open}
            aria-invalid={access.problem(path) !== undefined || issue !== undefined}
          >
            {access.isLocked ? t.view : t.edit}
          </Button>
          {!isEmpty && <ExampleSelect />}
        </Group>
        {isEmpty && !access.isLocked && (
          <div>
            <Button variant="light" onClick={() => put(starter(flow.trigger_event, colours))}>
              {t.start}
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              {t.startHint}
            </Text>
          </div>
        )}
        {issue && <IssueLine issue={issue} />}
        {preview && <EmailFrame html={preview.html} width={375} height={420} />}
      </Stack>
      {isOpen && (
        <Suspense>
          <EmailStudio
            text={text}
            onChange={access.isLocked ? undefined : (text, field) => put(text, field && `${member} ${field}`)}
            onClose={close}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  );
}
