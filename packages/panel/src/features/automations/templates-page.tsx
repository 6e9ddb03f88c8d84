import { Chip, Group, SimpleGrid, Text } from '@mantine/core';
import { triggers } from '@retoma/flow';
import { channelsOf, flowTemplates, type FlowTemplate } from '@retoma/flow/templates';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../api/query.ts';
import { describeTrigger } from '../../diagram/cards/step-text.ts';
import { useLocale } from '../../ui/locale.tsx';
import { Page } from '../../ui/page.tsx';
import { useTexts } from '../../ui/texts.ts';
import { useStore } from '../../ui/use-store.ts';
import { BackLink } from './back-link.tsx';
import { useCreate } from './creation/use-create.ts';
import { SenderDialog, type SenderChoice } from './templates/sender-dialog.tsx';
import { TemplateCard } from './templates/template-card.tsx';
import { TemplateDrawer } from './templates/template-drawer.tsx';
import { texts } from './templates/texts.ts';

const all = 'all';

/** The page of ready-made automations. */
export function TemplatesPage(): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { can } = useStore();
  const { trigger: wanted = all, template: near } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { creating, create } = useCreate();
  const [asksSender, setAsksSender] = useState<FlowTemplate>();
  const defaults = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/defaults',
    {},
    { enabled: can('editAutomations') },
  );
  const begin = ({ name }: FlowTemplate, choice: SenderChoice | object = {}): void =>
    void create({ kind: 'template', template: name, ...choice });
  const start = async (template: FlowTemplate): Promise<void> => {
    const { sender } = defaults.data ?? (await defaults.refetch()).data ?? {};
    if (sender?.address === '' && channelsOf(template.flow).includes('email')) setAsksSender(template);
    else begin(template);
  };
  const using = creating?.kind === 'template' ? creating.template : undefined;
  const change = (next: Record<string, string | undefined>): void =>
    void navigate({
      to: '.',
      search: (old: Record<string, string | undefined>) => ({ ...old, ...next }),
      replace: true,
    });
  const use = can('editAutomations') ? (template: FlowTemplate) => void start(template) : undefined;
  const visible = flowTemplates.filter(({ flow }) => wanted === all || flow.trigger_event === wanted);
  return (
    <Page title={t.title} above={<BackLink label={t.automations} />}>
      <Text c="dimmed">{t.intro}</Text>
      <Chip.Group
        value={wanted}
        onChange={(value) => change({ trigger: value === all || Array.isArray(value) ? undefined : value })}
      >
        <Group gap="xs" role="group" aria-label={t.show}>
          {[all, ...triggers].map((value) => (
            <Chip key={value} value={value} size="sm" variant="outline">
              {value === all ? t.all : describeTrigger(value as (typeof triggers)[number], locale).name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {visible.map((template) => (
          <TemplateCard
            key={template.name}
            template={template}
            onLook={() => change({ template: template.name })}
            onUse={use && (() => use(template))}
            isUsing={using === template.name}
          />
        ))}
      </SimpleGrid>
      {visible.length === 0 && <Text>{t.nothing}</Text>}
      <TemplateDrawer
        template={flowTemplates.find(({ name }) => name === near)}
        onClose={() => change({ template: undefined })}
        onUse={use}
        isUsing={using !== undefined}
      />
      <SenderDialog template={asksSender} onClose={() => setAsksSender(undefined)} onChoose={begin} />
    </Page>
  );
}
