import { List, Radio, Stack } from '@mantine/core';
import { textMembersOf, triggerNames, triggers, walkFlow, type Flow, type Trigger } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { describeStep, describeTrigger } from '../../../../../diagram/cards/step-text.ts';
import { useLocale, type Locale } from '../../../../../ui/locale.tsx';
import { ConfirmDialog } from '../../../../../ui/feedback/confirm-dialog.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useApply } from '../../state/use-editor.ts';
import { tagsIn } from '../text/tags-in.ts';
import type { StepAccess } from '../use-step.ts';
import { FlowSettingsForm } from './flow-settings-form.tsx';
import { stepTexts } from './texts.ts';

/** The trigger of the automation. A change that breaks messages requires a confirmation, which lists them. */
export function TriggerForm({ access }: { access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  const { flow } = useFlowDocument();
  const apply = useApply();
  const [pending, setPending] = useState<{ trigger: Trigger; broken: string[] }>();
  const put = (triggerEvent: Trigger): void => {
    setPending(undefined);
    apply([{ op: 'update_trigger', triggerEvent }]);
  };
  const choose = (value: string): void => {
    const trigger = triggers.find((one) => one === value);
    if (!trigger || trigger === flow.trigger_event) return;
    const broken = brokenBy(flow, trigger, locale);
    if (broken.length === 0) put(trigger);
    else setPending({ trigger, broken });
  };
  return (
    <Stack>
      <Radio.Group label={t.trigger} value={flow.trigger_event} onChange={choose}>
        <Stack gap="sm" mt="xs">
          {triggers.map((trigger) => {
            const { name, line } = describeTrigger(trigger, locale);
            return <Radio key={trigger} value={trigger} label={name} description={line} disabled={access.isLocked} />;
          })}
        </Stack>
      </Radio.Group>
      <FlowSettingsForm settings={flow.settings ?? {}} access={access} />
      {pending && (
        <ConfirmDialog
          opened
          title={t.changeTitle(triggerNames[pending.trigger][locale])}
          action={t.change}
          isHarmless
          onClose={() => setPending(undefined)}
          onConfirm={() => put(pending.trigger)}
        >
          <Stack>
            {t.breaks}
            <List size="sm">
              {pending.broken.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          </Stack>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** The metatags of messages that would become invalid with another trigger: `WhatsApp: Código PIX`. */
function brokenBy(flow: Flow, trigger: Trigger, locale: Locale): string[] {
  const broken = [...walkFlow(flow)].flatMap(({ step }) => {
    if (step.type !== 'action') return [];
    return textMembersOf(step).flatMap(({ text, channel, kind }) => {
      const before = tagsIn(text, { trigger: flow.trigger_event, channel, kind, locale });
      const after = tagsIn(text, { trigger, channel, kind, locale });
      return after
        .filter(({ tone }, index) => tone === 'wrong' && before[index]?.tone !== 'wrong')
        .map(({ label }) => `${describeStep(step, locale).name}: ${label}`);
    });
  });
  return [...new Set(broken)];
}
