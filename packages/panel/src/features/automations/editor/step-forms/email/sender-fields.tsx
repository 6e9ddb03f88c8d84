import { isForeignFreemail } from '@retoma/flow';
import { Button, Group, Input, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { textIn, type Content } from '../../../../../preview/content.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import { useCreationDefaults } from '../use-creation-defaults.ts';
import type { StepAccess } from '../use-step.ts';
import { emailTexts } from './texts.ts';

const members = ['remetente_nome', 'remetente_email'] as const;

/** EDT14: the sender of an e-mail, in one line; its fields are open where it lacks something, or to change it. */
export function SenderFields({ data, access }: { data: Content; access: StepAccess }): ReactNode {
  const t = useTexts(emailTexts);
  const { change, problem, isLocked } = access;
  const [isChanging, { open, close }] = useDisclosure();
  const defaults = useCreationDefaults();
  const usual = defaults?.sender;
  const [name, address] = members.map((member) => textIn(data, member)) as [string, string];
  const isForeign = isForeignFreemail(address, defaults?.mailServer ?? null);
  const isComplete = members.every(
    (member) => textIn(data, member).trim() !== '' && problem(`data.${member}`) === undefined,
  );
  if (isComplete && !isChanging) {
    return (
      <Input.Wrapper label={t.sender} labelElement="div">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text style={{ overflowWrap: 'anywhere' }}>{`${name} <${address}>`}</Text>
          {!isLocked && (
            <Button variant="subtle" size="compact-sm" flex="none" aria-label={t.changeSender} onClick={open}>
              {t.change}
            </Button>
          )}
        </Group>
        {isForeign && <Text size="sm">{t.foreignSender(domainOf(address))}</Text>}
      </Input.Wrapper>
    );
  }
  const canUseUsual = !isLocked && usual && usual.address !== '' && (usual.name !== name || usual.address !== address);
  return (
    <>
      {members.map((member) => (
        <TextInput
          key={member}
          label={member === 'remetente_nome' ? t.senderName : t.senderEmail}
          description={member === 'remetente_email' && t.senderHint}
          type={member === 'remetente_email' ? 'email' : 'text'}
          value={textIn(data, member)}
          readOnly={isLocked}
          error={problem(`data.${member}`)}
          // Keeps the fields open while someone types into them.
          onFocus={open}
          onChange={({ currentTarget }) => change({ [`data.${member}`]: currentTarget.value }, { field: member })}
        />
      ))}
      {isForeign && <Text size="sm">{t.foreignSender(domainOf(address))}</Text>}
      {canUseUsual && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            change({ 'data.remetente_nome': usual.name, 'data.remetente_email': usual.address });
            close();
          }}
        >
          {t.takeSender(`${usual.name} <${usual.address}>`)}
        </Button>
      )}
    </>
  );
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).trim();
