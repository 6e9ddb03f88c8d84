import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { checkEmail } from '@retoma/commerce/person';
import type { Channel } from '@retoma/flow';
import { channelsOf } from '@retoma/flow/templates';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { describeTrigger } from '../../../diagram/cards/step-text.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ChannelBoxes } from './channel-boxes.tsx';
import styles from './creation.module.css';
import { GoalCards } from './goal-cards.tsx';
import { beginningFor, freeName, goalTriggers, templateFor, type Goal } from './goals.ts';
import { TemplateThumbnail } from './template-thumbnail.tsx';
import { texts } from './texts.ts';
import { useCreate } from './use-create.ts';

type Defaults = ApiResponse<'GET /panel/api/stores/:storeId/automations/defaults'>;
type CreationFormProps = { defaults: Defaults; usedNames: readonly string[] };

/** What a new automation begins with: the template of its goal over the chosen channels, by default the usual one (EDT10). */
function useBeginning({ sender, channels: connected }: Defaults) {
  const [goal, setGoal] = useState<Goal>('pix');
  const [wanted, setWanted] = useState<{ channels: readonly Channel[]; needed?: Channel }>();
  const usable = sender.address === '' ? connected.filter((channel) => channel !== 'email') : connected;
  const { channels, needed } = wanted ?? { channels: channelsOf(templateFor(goal, usable).flow) };
  const toggle = (channel: Channel, isChosen: boolean): void => {
    const others = (beginning?.channels ?? channels).filter((one) => one !== channel);
    setWanted(isChosen ? { channels: [...others, channel], needed: channel } : { channels: others });
  };
  const beginning = beginningFor(goal, channels, needed) ?? beginningFor(goal, channels);
  return {
    goal,
    setGoal,
    beginning,
    toggle,
    chosen: beginning?.channels ?? [],
    left: channels.filter((one) => beginning && !beginning.channels.includes(one)),
  };
}

/** The goal of a new automation, its channels, its template simulated, and the name and sender with which it begins (EDT10). */
export function CreationForm({ defaults, usedNames }: CreationFormProps): ReactNode {
  const { sender, channels: connected } = defaults;
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { goal, setGoal, beginning, chosen, left, toggle } = useBeginning(defaults);
  const [typedName, setTypedName] = useState<string>();
  const [senderEmail, setSenderEmail] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { creating, create } = useCreate();
  const name = typedName ?? freeName(t[`${goal}Name`], usedNames);
  const sendsEmail = chosen.includes('email');
  const lacksSender = sender.address === '' && sendsEmail;
  const nameError = isSubmitted && name.trim() === '' && t.nameWrong;
  const senderError = isSubmitted && lacksSender && !checkEmail(senderEmail).ok && t.senderWrong;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSubmitted(true);
    if (!beginning || name.trim() === '' || (lacksSender && !checkEmail(senderEmail).ok)) return;
    const source = { kind: 'template', template: beginning.template, name, channels: chosen } as const;
    const { submitter } = event.nativeEvent as SubmitEvent;
    void create(lacksSender ? { ...source, senderEmail } : source, { publishes: submitter?.id !== draftId });
  };
  const triggerEvent = goalTriggers[goal];
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.columns}>
        <GoalCards goal={goal} onGoal={setGoal} />
        <Stack gap="md" miw={0}>
          <ChannelBoxes chosen={chosen} connected={connected} onToggle={toggle} />
          {left.length > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t.notTogether(left.map((channel) => t[channel]).join(', '))}
            </Text>
          )}
          {beginning ? (
            <TemplateThumbnail key={`${goal} ${chosen.join()}`} goal={goal} flow={beginning.flow} />
          ) : (
            <Text c={isSubmitted ? 'error' : 'dimmed'} role="status" className={styles.nothing ?? ''}>
              {t.noChannel}
            </Text>
          )}
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
                onChange={({ currentTarget }) => setSenderEmail(currentTarget.value)}
              />
            )}
          </SimpleGrid>
          {sendsEmail && !lacksSender && (
            <Text size="sm" c="dimmed">
              {t.sentBy(sender.name, sender.address)}
            </Text>
          )}
        </Stack>
      </div>
      <Group className={styles.foot ?? ''} mt="lg" gap="xs" justify="space-between">
        <Alternatives
          trigger={describeTrigger(triggerEvent, locale).name}
          isBusy={creating !== undefined}
          onEmpty={() => void create({ kind: 'scratch', triggerEvent, name })}
        />
        <Group gap="xs" className={styles.acts ?? ''}>
          <Button type="submit" id={draftId} variant="default" disabled={creating !== undefined}>
            {t.create}
          </Button>
          <Button type="submit" loading={creating?.kind === 'template'} disabled={creating?.kind === 'scratch'}>
            {t.publish}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

/** The button that only creates a draft; any other way to submit the form goes on to publishing. */
const draftId = 'create-draft';

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
