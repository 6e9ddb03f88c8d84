import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { inOrder } from '../../../../../preview/pair-in-order.ts';
import { textIn, type Content } from '../../../../../preview/content.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { MetatagText } from '../text/metatag-text.tsx';
import type { StepAccess } from '../use-step.ts';
import { whatsappTexts } from './texts.ts';

type TemplateProps = { data: Content; access: StepAccess };

/** The approved template that replaces a message where the official API accepts no other text. */
export function TemplateFields({ data, access }: TemplateProps): ReactNode {
  const t = useTexts(whatsappTexts);
  const template = data['template'];
  if (typeof template !== 'object' || template === null) {
    if (access.isLocked) return null;
    return (
      <div>
        <Button variant="subtle" size="sm" px={4} onClick={() => access.change({ 'data.template': { name: '' } })}>
          {t.useTemplate}
        </Button>
      </div>
    );
  }
  return <OpenTemplate template={template as Content} access={access} />;
}

function OpenTemplate({ template, access }: { template: Content; access: StepAccess }): ReactNode {
  const t = useTexts(whatsappTexts);
  const { change, problem, isLocked } = access;
  const parameters = Array.isArray(template['parameters']) ? template['parameters'].map(String) : [];
  const put = (member: string, value: string): void =>
    value === '' && member === 'language'
      ? change({}, { field: member, drop: ['data.template.language'] })
      : change({ [`data.template.${member}`]: value }, { field: member });
  return (
    <Fieldset legend={t.template} p="sm">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t.templateHint}
        </Text>
        {(['name', 'language'] as const).map((member) => (
          <TextInput
            key={member}
            label={member === 'name' ? t.templateName : t.templateLanguage}
            placeholder={member === 'name' ? 'lembrete_de_pix' : 'pt_BR'}
            value={textIn(template, member)}
            readOnly={isLocked}
            error={problem(`data.template.${member}`)}
            onChange={({ currentTarget }) => put(member, currentTarget.value)}
          />
        ))}
        {inOrder(parameters, (value, index) => (
          <MetatagText
            label={t.parameter(index + 1)}
            value={value}
            kind="plain"
            readOnly={isLocked}
            error={problem(`data.template.parameters[${index}]`)}
            onChange={(text) =>
              change({ [`data.template.parameters[${index}]`]: text }, { field: `parameter ${index}` })
            }
          />
        ))}
        {!isLocked && (
          <Group gap="xs">
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => change({ 'data.template.parameters': [...parameters, ''] })}
            >
              {t.addParameter}
            </Button>
            <Button
              variant="subtle"
              color="vermelho"
              size="compact-sm"
              onClick={() => change({}, { drop: ['data.template'] })}
            >
              {t.removeTemplate}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
