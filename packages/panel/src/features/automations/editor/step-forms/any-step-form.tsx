import { Stack, Tabs, Text } from '@mantine/core';
import { channelOf, isSend, outputHandlesOf, type ActionStep, type SendStep, type Step } from '@retoma/flow';
import type { ReactNode } from 'react';
import type { Content } from '../../../../preview/content.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { ConditionForm } from './condition/condition-form.tsx';
import { EmailForm } from './email/email-form.tsx';
import { MessageView } from './message-view.tsx';
import { SmsForm } from './sms/sms-form.tsx';
import { DelayForm } from './steps/delay-form.tsx';
import { OutputsTab } from './steps/outputs-tab.tsx';
import { LoopForm, RetryForm } from './steps/repeat-forms.tsx';
import { stepTexts } from './steps/texts.ts';
import { TriggerForm } from './steps/trigger-form.tsx';
import { UnreadableForm } from './steps/unreadable-form.tsx';
import { TestSend } from './test-send.tsx';
import { TagScopeProvider } from './text/tag-context.tsx';
import { stepFormTexts } from './texts.ts';
import { findPlaced, useStepAccess, type StepAccess } from './use-step.ts';
import { WhatsappForm } from './whatsapp/whatsapp-form.tsx';

/** The form of a step. Loaded by `StepForm`. */
export function AnyStepForm({ stepId }: { stepId: string }): ReactNode {
  const t = useTexts(stepFormTexts);
  const { flow, locked } = useFlowDocument();
  const placed = findPlaced(flow, stepId);
  const access = useStepAccess(stepId, placed?.path ?? '');
  const isTrigger = stepId === 'trigger-0';
  return (
    <Stack data-step-panel>
      {locked && (
        <Text size="sm" c="dimmed">
          {locked === 'flat' ? t.flat : t.readOnly}
        </Text>
      )}
      {isTrigger && <TriggerForm access={access} />}
      {placed && <StepParts step={placed.step} path={placed.path} access={access} />}
      {!isTrigger && !placed && <Text c="dimmed">{t.missing}</Text>}
    </Stack>
  );
}

type FormPartProps = { step: Step; path: string; access: StepAccess };

/** The fields of a step, with a second tab for its outputs if it has any. */
function StepParts({ step, path, access }: FormPartProps): ReactNode {
  const t = useTexts(stepFormTexts);
  if (step.type !== 'action') return <StepFields step={step} access={access} />;
  if (step.name === 'unreadable') return <UnreadableForm step={step} path={path} access={access} />;
  if (outputHandlesOf(step).length === 0) return <StepFields step={step} access={access} />;
  return (
    <Tabs defaultValue="message" keepMounted={false}>
      <Tabs.List aria-label={t.tabs} mb="md">
        <Tabs.Tab value="message">{t.message}</Tabs.Tab>
        <Tabs.Tab value="outputs">{t.outputs}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="message">
        <StepFields step={step} access={access} />
      </Tabs.Panel>
      <Tabs.Panel value="outputs">
        <OutputsTab step={step} />
      </Tabs.Panel>
    </Tabs>
  );
}

function StepFields({ step, access }: Omit<FormPartProps, 'path'>): ReactNode {
  const t = useTexts(stepTexts);
  switch (step.type) {
    case 'delay':
      return <DelayForm step={step} access={access} />;
    case 'condition':
      return <ConditionForm step={step} access={access} />;
    case 'retry':
      return <RetryForm step={step} access={access} />;
    case 'loop':
      return <LoopForm step={step} access={access} />;
    case 'end':
      return <Text>{t.end}</Text>;
    case 'action':
      return <ActionFields step={step} access={access} />;
    default:
      return step satisfies never;
  }
}

function ActionFields({ step, access }: { step: ActionStep; access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const { flow } = useFlowDocument();
  if (!isSend(step)) return <Text>{t.dead}</Text>;
  return (
    <TagScopeProvider trigger={flow.trigger_event} channel={channelOf[step.name]}>
      <Stack>
        <MessageFields step={step} access={access} />
        {!access.isLocked && <TestSend step={step} />}
      </Stack>
    </TagScopeProvider>
  );
}

/** The fields of a message. An unfinished draft may lack members that the types require. */
function MessageFields({ step, access }: { step: SendStep; access: StepAccess }): ReactNode {
  const data = (step.data ?? {}) as Content;
  if (step.name === 'send_email') return <EmailForm data={data} access={access} />;
  return (
    <>
      {step.name === 'send_sms' ? (
        <SmsForm data={data} access={access} />
      ) : (
        <WhatsappForm data={data} access={access} />
      )}
      <MessageView step={step} />
    </>
  );
}
