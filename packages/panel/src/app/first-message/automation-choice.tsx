import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../api/query.ts';
import { useLocale } from '../../ui/locale.tsx';
import { useTexts } from '../../ui/texts.ts';
import { Tile } from '../../ui/tone-badge.tsx';
import { triggerIcons } from '../../ui/trigger-icons.ts';
import { useCreate } from '../../features/automations/creation/use-create.ts';
import { SenderDialog, type SenderChoice } from '../../features/automations/templates/sender-dialog.tsx';
import styles from './first-message.module.css';
import { readyAutomations, type ReadyAutomation } from './ready-automations.ts';
import type { Platform } from '../../features/shop/connectors/shops-data.ts';
import { texts } from './texts.ts';

type AutomationChoiceProps = {
  platforms: readonly Platform[];
  /** Whether its first button is the one to press. */
  isNext: boolean;
};

/** The automations that work with the connected shops. One that is chosen opens in the editor, with the sheet that publishes it. */
export function AutomationChoice({ platforms, isNext }: AutomationChoiceProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { creating, create } = useCreate();
  const [asked, setAsked] = useState<ReadyAutomation>();
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/automations/defaults', {});
  if (!data) return null;
  const { sender, channels: connected } = data;
  const begin = ({ template, channels }: ReadyAutomation, choice: SenderChoice | object = {}): void =>
    void create({ kind: 'template', template: template.name, channels: [...channels], ...choice }, { publishes: true });
  const use = (one: ReadyAutomation): void =>
    sender.address === '' && one.channels.includes('email') ? setAsked(one) : begin(one);
  const using = creating?.kind === 'template' ? creating.template : undefined;
  const ready = readyAutomations(
    platforms.map(({ capabilities }) => capabilities),
    connected,
  );
  return (
    <>
      {ready.map((one, at) => {
        const { name, about, flow } = one.template;
        const title = about.title[locale];
        return (
          <div key={name} className={styles['task']}>
            <Tile tone="plain" icon={triggerIcons[flow.trigger_event]} />
            <div>
              <Text fw={500}>{title}</Text>
              <Text size="sm" c="dimmed">
                {about.promise[locale]}
              </Text>
            </div>
            <div className={styles['acts']}>
              <Button
                size="sm"
                variant={isNext && at === 0 ? 'filled' : 'default'}
                loading={using === name}
                disabled={using !== undefined && using !== name}
                aria-label={t.takeWhat(title)}
                onClick={() => use(one)}
              >
                {t.use}
              </Button>
            </div>
          </div>
        );
      })}
      <SenderDialog
        template={asked?.template}
        onClose={() => setAsked(undefined)}
        onChoose={(_template, choice) => asked && begin(asked, choice)}
      />
    </>
  );
}
