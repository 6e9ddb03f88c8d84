import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { checkEmail } from '@retoma/commerce/person';
import type { Channel } from '@retoma/flow';
import { channelsOf } from '@retoma/flow/templates';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { describeTrigger } from '../../../diagram/cards/step-text.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import styles from './creation.module.css';
import { GoalCards } from './goal-cards.tsx';
import { freeName, goalTriggers, templateFor, type Goal } from './goals.ts';
import { TemplateThumbnail } from './template-thumbnail.tsx';
import { texts } from './texts.ts';
import { useCreate } from './use-create.ts';

type Defaults = ApiResponse<'GET /panel/api/stores/:storeId/automations/defaults'>;
type CreationFormProps = { defaults: Defaults; usedNames: readonly string[] };

/** The goal of a new automation, its template simulated, and the name and sender with which it begins (EDT10). */
export function CreationForm({ defaults: { sender, channels }, usedNames }: CreationFormProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [goal, setGoal] = useState<Goal>('pix');
  const [typedName, setTypedName] = useState<string>();
  const [senderEmail, setSenderEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { creating, create } = useCreate();
  const template = templateFor(goal, channels);
  const used = channelsOf(template.flow);
  const name = typedName ?? freeName(t[`${goal}Name`], usedNames);
  const lacksSender = sender.address === '' && used.includes('email');
  const nameError = isSubmitted && name.trim() === '' && t.nameWrong;
  const senderError = isSubmitted && lacksSender && !checkEmail(senderEmail).ok && t.senderWrong;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (name.trim() === '' || (lacksSender && !checkEmail(senderEmail).ok)) return;
    const source = { kind: 'template', template: template.name, name } as const;
    void create(lacksSender ? { ...source, senderEmail } : source);
  };
  const triggerEvent = goalTriggers[goal];
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.columns}>
        <GoalCards goal={goal} onGoal={setGoal} takesFocus={sender.address !== ''} />
        <Stack gap="md" miw={0}>
          <TemplateThumbnail goal={goal} flow={template.flow} />
          <SimpleGrid cols={{ base: 1, sm: lacksSender ? 2 : 1 }}>
            <TextInput
              label={t.name}
              value={name}
              maxLength={100}
              error={nameError}
              onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
            />
            {lacksSender && (
              <TextInput
                type="email"
                label={t.sender}
                description={t.senderHint}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                placeholder="contato@sualoja.com.br"
                value={senderEmail}
                error={senderError}
                data-autofocus
                autoFocus
                onChange={({ currentTarget }) => setSenderEmail(currentTarget.value)}
              />
            )}
          </SimpleGrid>
          {used.includes('email') && !lacksSender && (
            <Text size="sm" c="dimmed">
              {t.sentBy(sender.name, sender.address)}
            </Text>
          )}
          <MissingChannels used={used} connected={channels} />
        </Stack>
      </div>
      <Group className={styles.foot ?? ''} mt="lg" gap="xs" justify="space-between">
        <Alternatives
          trigger={describeTrigger(triggerEvent, locale).name}
          isBusy={creating !== undefined}
          onEmpty={() => void create({ kind: 'scratch', triggerEvent, name })}
        />
        <Button type="submit" loading={creating?.kind === 'template'} disabled={creating?.kind === 'scratch'}>
          {t.create}
        </Button>
      </Group>
    </form>
  );
}

function MissingChannels({ used, connected }: { used: readonly Channel[]; connected: readonly Channel[] }): ReactNode {
  const t = useTexts(texts);
  const missing = used.filter((channel) => !connected.includes(channel));
  if (missing.length === 0) return null;
  return (
    <Alert color="ambar" icon={<Icon name="warning" />}>
      {t.missing(missing.map((channel) => t[channel]).join(', '))}
    </Alert>
  );
}

type AlternativesProps = { trigger: string; isBusy: boolean; onEmpty: () => void };

/** The other beginnings: an empty flow, the whole library, a file. */
function Alternatives({ trigger, isBusy, onEmpty }: AlternativesProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <Group gap="xs">
      <Button variant="default" disabled={isBusy} onClick={onEmpty}>
        {t.empty(trigger)}
      </Button>
      <ButtonLink variant="subtle" to="/$storeId/automations/templates" params={{ storeId }}>
        {t.templates}
      </ButtonLink>
      <ButtonLink variant="subtle" to="/$storeId/automations/import" params={{ storeId }}>
        {t.importJson}
      </ButtonLink>
    </Group>
  );
}
