import { Divider, Group, Modal, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { triggers, type Trigger } from '@retoma/flow';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { describeTrigger } from '../../../diagram/cards/step-text.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { triggerIcons } from '../../../ui/trigger-icons.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import styles from './new-automation.module.css';
import { texts } from './texts.ts';

/** Lets the user choose the trigger of a new automation and opens it in the editor. Links to the templates and the import. */
export function NewAutomation({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const navigate = useNavigate();
  const creating = useApiMutation('POST /panel/api/stores/:storeId/automations');
  const create = async (triggerEvent: Trigger): Promise<void> => {
    try {
      const source = { kind: 'scratch', triggerEvent, name: describeTrigger(triggerEvent, locale).name } as const;
      const { automationId } = await creating.mutateAsync({ body: { source } });
      await navigate({ to: '/$storeId/automations/$automationId', params: { storeId, automationId } });
    } catch (error) {
      notifyError(error as Error);
    }
  };
  const params = { storeId };
  return (
    <Modal opened={opened} onClose={onClose} title={t.whatStarts} size="lg" centered>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {triggers.map((trigger) => {
            const { name, line } = describeTrigger(trigger, locale);
            return (
              <UnstyledButton
                key={trigger}
                className={styles.card ?? ''}
                disabled={creating.isPending}
                onClick={() => void create(trigger)}
              >
                <Icon name={triggerIcons[trigger]} size={20} />
                <span>
                  <Text fw={500}>{name}</Text>
                  <Text size="sm" c="dimmed">
                    {line}
                  </Text>
                </span>
              </UnstyledButton>
            );
          })}
        </SimpleGrid>
        <Divider label={t.orElse} />
        <Group gap="xs">
          <ButtonLink variant="default" to="/$storeId/automations/templates" params={params}>
            {t.template}
          </ButtonLink>
          <ButtonLink variant="default" to="/$storeId/automations/import" params={params}>
            {t.importJson}
          </ButtonLink>
        </Group>
      </Stack>
    </Modal>
  );
}
